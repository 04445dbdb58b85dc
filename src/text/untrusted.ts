import { createFence, type Fence } from './fence.ts';
import { mapItems, mapMembers } from './map-json.ts';

type Facts = Record<string, unknown>;

interface Person {
  displayName?: string;
}

/** Facts in which the texts that people or the platform's AI wrote are fenced, with who wrote them and where. */
export function fenceBodies(facts: Facts, fence: Fence = createFence()): Facts {
  return fenceMembers(facts, { fence, owner: undefined, within: undefined });
}

/** What is known of the place of an object. */
interface Surroundings {
  fence: Fence;
  /** The object that says of the texts in this one who wrote them. */
  owner: Facts | undefined;
  /** The member of another object that this is. */
  within: string | undefined;
}

/** An object, and what is known of its place. */
interface Place extends Surroundings {
  object: Facts;
  owner: Facts;
}

function fenceMembers(object: Facts, { fence, owner, within }: Surroundings): Facts {
  const place = { fence, object, owner: isOwner(object) ? object : (owner ?? object), within };
  return mapMembers(object, fenceMember, place);
}

function fenceMember(member: unknown, key: string, place: Place): unknown {
  if (typeof member !== 'string') return fenceNested(member, key, place);
  if (member === '' || !isBody(key, place)) return member;
  return place.fence.wrap(member, originOf(key, place));
}

function fenceNested(value: unknown, key: string, place: Place): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapItems(value, fenceNested, key, place);
  return fenceMembers(value as Facts, { fence: place.fence, owner: place.owner, within: key });
}

const COMMENTS: ReadonlySet<unknown> = new Set(['comment', 'comment-reply']);
const QUESTIONS: ReadonlySet<unknown> = new Set(['site-question', 'site-question-answer']);
const RECORD = 'context-record';
const OWNERS: ReadonlySet<unknown> = new Set([...COMMENTS, ...QUESTIONS, RECORD]);

/** An object that says of the texts in it who wrote them, or where they stand. */
function isOwner(facts: Facts): boolean {
  return OWNERS.has(facts.object) || 'path' in facts || isHit(facts);
}

/** What a search found: a page, a section of one, or a record. */
function isHit({ id, title, score }: Facts): boolean {
  return id !== undefined && title !== undefined && score !== undefined;
}

/** Which members are texts that others wrote to be read, by their names and the objects that have them. */
const BODIES: ReadonlyMap<string, (object: Facts) => boolean> = new Map([
  ['markdown', () => true],
  // Differences between texts of pages, which carry these texts.
  ['diff', () => true],
  ['differences', () => true],
  // A line of a page that was found in it.
  ['text', ({ line, in: part }: Facts) => line !== undefined || part !== undefined],
  ['body', ({ title, id }: Facts) => title !== undefined && id !== undefined],
  ['description', (object: Facts) => isHit(object) || object.object === RECORD],
  ['question', ({ object }: Facts) => QUESTIONS.has(object)],
]);

function isBody(key: string, { object, owner, within }: Place): boolean {
  if (BODIES.get(key)?.(object)) return true;
  return within === 'input' && QUESTIONS.has(owner.object);
}

function originOf(key: string, { owner, within }: Place) {
  const { object, title, path, postedBy, postedAt } = owner as {
    object?: string;
    title?: string;
    path?: string;
    postedBy?: Person;
    postedAt?: string;
  };
  if (object !== undefined && COMMENTS.has(object)) {
    return { kind: object, author: postedBy?.displayName, place: postedAt };
  }
  if (within === 'answer') return { kind: 'answer', author: 'AI' };
  if (QUESTIONS.has(object)) return { kind: 'question', author: 'a reader' };
  if (object === RECORD) return { kind: 'record', title };
  const isHitText = key === 'body' || key === 'description';
  return { kind: isHitText ? 'search hit' : 'page', title, place: path };
}
