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
  const inner =
    object.object === 'comment' || object.object === 'comment-reply' || 'path' in object;
  const owner = inner ? object : (around.owner ?? object);
  return mapMembers(object, (member, key) => {
    if (typeof member !== 'string') return fenced(member, fence, { owner, key });
    return isBody(key, object) ? fence.wrap(member, originOf(key, owner, around.key)) : member;
  });
}

/** Differences between texts of pages, which carry these texts. */
const DIFFERENCES = new Set(['diff', 'differences']);

/** A page, a comment, an answer, a difference, or the text of a search hit; an empty one needs no fence. */
function isBody(key: string, { title, id, markdown, body }: Facts): boolean {
  if (key === 'markdown') return markdown !== '';
  if (DIFFERENCES.has(key)) return true;
  return key === 'body' && body !== '' && title !== undefined && id !== undefined;
}

function originOf(key: string, owner: Facts, within: string | undefined) {
  const { object, title, path, postedBy, postedAt } = owner as {
    object?: string;
    title?: string;
    path?: string;
    postedBy?: Person;
    postedAt?: string;
  };
  if (object === 'comment' || object === 'comment-reply') {
    return { kind: object, author: postedBy?.displayName, place: postedAt };
  }
  if (within === 'answer') return { kind: 'answer', author: 'AI' };
  return { kind: key === 'body' ? 'search hit' : 'page', title, place: path };
}
