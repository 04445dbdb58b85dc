import { createFence, type Fence } from './fence.ts';
import { mapItems, mapMembers } from './map-json.ts';

type Facts = Record<string, unknown>;

interface Person {
  displayName?: string;
}

/** Facts in which the texts that people or the platform's AI wrote are fenced, with who wrote them and where. */
export function fenceBodies(facts: Facts, fence: Fence = createFence()): Facts {
  return fenced(facts, fence, {}) as Facts;
}

/** What is known of the object that a text is found in. */
interface Surroundings {
  owner?: Facts;
  key?: string;
}

function fenced(value: unknown, fence: Fence, around: Surroundings): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapItems(value, (item) => fenced(item, fence, around));
  const object = value as Facts;
  const owner = isOwner(object) ? object : (around.owner ?? object);
  return mapMembers(object, (member, key) => {
    if (typeof member !== 'string') return fenced(member, fence, { owner, key });
    const { key: within } = around;
    const isBody = member !== '' && bodyRules.some((rule) => rule({ key, object, owner, within }));
    return isBody ? fence.wrap(member, originOf(key, owner, within)) : member;
  });
}

const COMMENTS: readonly unknown[] = ['comment', 'comment-reply'];
const QUESTIONS: readonly unknown[] = ['site-question', 'site-question-answer'];
const RECORD = 'context-record';
const OWNERS: readonly unknown[] = [...COMMENTS, ...QUESTIONS, RECORD];

/** An object that says of the texts in it who wrote them, or where they stand. */
function isOwner(facts: Facts): boolean {
  return OWNERS.includes(facts.object) || 'path' in facts || isHit(facts);
}

/** What a search found: a page, a section of one, or a record. */
function isHit({ id, title, score }: Facts): boolean {
  return id !== undefined && title !== undefined && score !== undefined;
}

/** Differences between texts of pages, which carry these texts. */
const DIFFERENCES = new Set(['diff', 'differences']);

interface Found {
  key: string;
  /** The object that the text is a member of, and the member that this is of another. */
  object: Facts;
  within: string | undefined;
  owner: Facts;
}

/** Which texts were written by others to be read: one rule is enough. */
const bodyRules: readonly ((found: Found) => boolean)[] = [
  ({ key }) => key === 'markdown',
  ({ key }) => DIFFERENCES.has(key),
  ({ key, object: { title, id } }) => key === 'body' && title !== undefined && id !== undefined,
  ({ key, object }) => key === 'description' && (isHit(object) || object.object === RECORD),
  ({ key, object }) => key === 'question' && QUESTIONS.includes(object.object),
  ({ within, owner }) => within === 'input' && QUESTIONS.includes(owner.object),
];

function originOf(key: string, owner: Facts, within: string | undefined) {
  const { object, title, path, postedBy, postedAt } = owner as {
    object?: string;
    title?: string;
    path?: string;
    postedBy?: Person;
    postedAt?: string;
  };
  if (object !== undefined && COMMENTS.includes(object)) {
    return { kind: object, author: postedBy?.displayName, place: postedAt };
  }
  if (within === 'answer') return { kind: 'answer', author: 'AI' };
  if (QUESTIONS.includes(object)) return { kind: 'question', author: 'a reader' };
  if (object === RECORD) return { kind: 'record', title };
  const isHitText = key === 'body' || key === 'description';
  return { kind: isHitText ? 'search hit' : 'page', title, place: path };
}
