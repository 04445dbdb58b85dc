import type { Arguments, ItemOutcome } from '../../operations/index.ts';
import { RESERVED } from '../../text/index.ts';
import type { Tool } from '../tool.ts';
import type { Facts } from '../views/view.ts';
import { lean } from './lean.ts';
import { trim } from './trim.ts';

/**
 * Reports a call in which some items failed: each of them with its reason, and the outcome of the others. Undefined
 * if all succeeded.
 */
export function failedItems(
  { operation, outcomes: ofTool }: Tool,
  facts: Arguments,
  args: Arguments,
): string | undefined {
  const outcomes = (ofTool ?? operation?.outcomes)?.(facts, args) ?? [];
  const failed = outcomes.filter((outcome) => outcome.failed);
  if (failed.length === 0) return undefined;
  const others = outcomes.filter((outcome) => !outcome.failed);
  const count = `${failed.length} of ${outcomes.length} ${outcomes.length === 1 ? 'item' : 'items'} failed`;
  const done =
    others.length > 0
      ? `Done, so not to be repeated: ${listed(others, ({ item, outcome }) => `${item} (${outcome})`)}.`
      : 'Nothing else was to be done.';
  return `${count}. ${listed(failed, ({ item, outcome }) => `${item}: ${outcome}`)}. ${done}`;
}

function listed(outcomes: readonly ItemOutcome[], say: (outcome: ItemOutcome) => string): string {
  return outcomes.map(say).join('; ');
}

/** Tools that return a list, whatever its name. */
const LISTING = /^(?:list|stream)_/;

/**
 * An answer that states the length of its list: the platform's count or, if there is none, `count` for a complete list,
 * else `more`.
 */
export function withCount(tool: Tool, facts: Facts, args: Arguments): Facts {
  if (tool.effect !== 'read' || typeof facts.count === 'number') return facts;
  const list = listIn(tool, facts);
  if (list === undefined) return facts;
  if (facts.next !== undefined || facts.moreIn !== undefined) return { ...facts, more: true };
  return args.page === undefined ? { ...facts, count: list.length } : { ...facts, more: false };
}

function listIn({ name }: Tool, facts: Facts): readonly unknown[] | undefined {
  if (Array.isArray(facts.items)) return facts.items;
  if (!LISTING.test(name)) return undefined;
  const lists = Object.values(facts).filter(Array.isArray);
  return lists.length === 1 ? lists[0] : undefined;
}

/** The answer to a call. */
export interface AnsweredCall {
  tool: Tool;
  answer: unknown;
  args: Arguments;
  /** The arguments as the caller wrote them. */
  written: unknown;
}

/**
 * The facts of an answer that a caller needs: an object at the root, trimmed and sanitized. If items failed, it says
 * which.
 */
export function factsOf({ tool, answer, args, written }: AnsweredCall): {
  facts: Facts;
  failed: boolean;
} {
  const trimmed = trim(asObject(answer), tool.excerpts);
  const own = tool.operation ? withoutReserved(trimmed) : trimmed;
  const facts = withCount(tool, lean(tool, own, args, written), args);
  const failed = failedItems(tool, own, args);
  return failed === undefined
    ? { facts, failed: false }
    : { facts: { failed, ...facts }, failed: true };
}

/** The facts without members that only the server itself may add. */
function withoutReserved(facts: Facts): Facts {
  if (!RESERVED.some((name) => Object.hasOwn(facts, name))) return facts;
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !RESERVED.includes(name)));
}

function asObject(answer: unknown): Facts {
  if (answer === undefined) return { ok: true };
  if (Array.isArray(answer)) return { items: answer };
  if (typeof answer === 'object' && answer !== null) return answer as Facts;
  return { value: answer };
}
