import type { WorldState } from './state.ts';
import type { AttemptOutcome } from './task.ts';

/** The content of a new change request: keys such as `page guides/retries | text`, and their text. */
export interface ProposedChange {
  number: number;
  status: string;
  subject: string;
  proposed: ReadonlyMap<string, string>;
}

/** The new change requests of a space. */
export function newProposals({ before, after }: AttemptOutcome, space: string): ProposedChange[] {
  return [...after].flatMap(([key, value]) => {
    const number = Number(new RegExp(`^${space} \\| change request (\\d+)$`).exec(key)?.[1]);
    if (!number || before.has(key)) return [];
    const [status = '', subject = ''] = value.split(' | ');
    return { number, status, subject, proposed: proposedBy(after, space, number) };
  });
}

/** The content of one change request. */
export function proposedBy(state: WorldState, space: string, number: number): Map<string, string> {
  const start = `${space} | change request ${number} | page `;
  return new Map(
    [...state]
      .filter(([key]) => key.startsWith(start))
      .map(([key, value]) => [`page ${key.slice(start.length)}`, value]),
  );
}

/** Differences that the task does not ask for. */
export function unexpected({ changed }: AttemptOutcome, ...allowed: RegExp[]): string[] {
  return changed
    .filter(({ key }) => !allowed.some((pattern) => pattern.test(key)))
    .map(({ key }) => `changed what was not asked for: ${key}`);
}

/** Keys that a new change request of a space may always add. */
export const proposalIn = (space: string) =>
  new RegExp(`^${space} \\| change request \\d+( \\| page |$)`);

interface ExpectedProposal {
  space: string;
  /** The required status; any by default. */
  status?: 'open' | 'draft';
  /** The required text of each page, computed from the published one, by the page's path. */
  texts?: Readonly<Record<string, (published: string) => string>>;
  /** Other proposed keys, and their required values. */
  others?: Readonly<Record<string, string | RegExp>>;
  /** Keys that may differ in any way, such as positions. */
  free?: RegExp;
  /** Keys outside of the proposal that the task also changes. */
  besides?: readonly RegExp[];
}

/**
 * Checks that exactly one change request was created, that it proposes exactly this, and that nothing else changed.
 */
export function checkProposal(outcome: AttemptOutcome, expected: ExpectedProposal): string[] {
  const { space, status, texts = {}, others = {}, free, besides = [] } = expected;
  const proposals = newProposals(outcome, space);
  const [proposal] = proposals;
  if (!proposal || proposals.length > 1) {
    return [`expected one new change request in ${space}, found ${proposals.length}`];
  }
  const { proposed } = proposal;
  const expectedTexts = new Map<string, string | RegExp>(Object.entries(others));
  for (const [path, change] of Object.entries(texts)) {
    const published = outcome.before.get(`${space} | page ${path} | text`);
    if (published === undefined) throw new Error(`${space} has no page ${path}`);
    const changed = change(published);
    if (changed === published) throw new Error(`the expected text of ${path} is the published one`);
    expectedTexts.set(`page ${path} | text`, changed);
  }
  const problems = [...expectedTexts].flatMap(([key, value]) => {
    const found = proposed.get(key);
    if (found === undefined) return `the change request does not change ${key}`;
    const fits = typeof value === 'string' ? sameText(found, value) : value.test(found);
    return fits
      ? []
      : `the change request has something else at ${key}: ${firstDifference(found, value)}`;
  });
  const surplus = [...proposed.keys()].filter((key) => !expectedTexts.has(key) && !free?.test(key));
  return [
    ...(status && proposal.status !== status ? [`the change request is ${proposal.status}`] : []),
    ...problems,
    ...surplus.map((key) => `the change request changes ${key} as well`),
    ...unexpected(outcome, proposalIn(space), ...besides),
  ];
}

/** Ignores white space at the ends. */
function sameText(found: string, expected: string): boolean {
  return found.trim() === expected.trim();
}

function firstDifference(found: string, expected: string | RegExp): string {
  if (typeof expected !== 'string') return JSON.stringify(found.slice(0, 120));
  const lines = expected.split('\n');
  const index = found.split('\n').findIndex((line, at) => line !== lines[at]);
  return JSON.stringify(found.split('\n')[index]?.slice(0, 120) ?? '(the end)');
}

/** Replaces the only occurrence in a text. */
export const replaced = (old: string, next: string) => (text: string) => {
  if (text.split(old).length !== 2) throw new Error(`${old} does not occur exactly once`);
  return text.replace(old, () => next);
};

/** Replaces every occurrence in a text. */
export const replacedAll = (old: string, next: string) => (text: string) =>
  text.replaceAll(old, next);

/** What an answer must and must not mention; returns a sentence for each violation. */
export function checkAnswer(
  { answer }: AttemptOutcome,
  mentions: readonly RegExp[],
  avoids: readonly RegExp[] = [],
): string[] {
  return [
    ...mentions
      .filter((pattern) => !pattern.test(answer))
      .map((pattern) => `the answer lacks ${pattern}`),
    ...avoids
      .filter((pattern) => pattern.test(answer))
      .map((pattern) => `the answer wrongly mentions ${pattern}`),
  ];
}

/** A pattern that matches exactly this text. */
export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
