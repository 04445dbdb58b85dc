import { tokenRemover } from '../client/index.ts';
import { type Fields, isObject } from '../json/index.ts';
import type { Question } from './confirmation/confirmation.ts';
import { successResult, type ToolResult } from './results/result.ts';
import type { CallContext } from './tool.ts';

/**
 * An outcome that repeats the caller's arguments, a failure or a question, without the token of the call. What was only
 * read stays as it is.
 */
export function safeToShow(
  outcome: ToolResult | Question | undefined,
  token: string,
): ToolResult | Question | undefined {
  if (!outcome) return outcome;
  if ('question' in outcome) {
    return { ...outcome, question: tokenRemover(token)(outcome.question) };
  }
  if (!outcome.isError) return outcome;
  const { structured, text } = outcome;
  if (!structured) return { ...outcome, text: tokenRemover(token)(text) };
  const { json: _, ...rest } = outcome;
  return { ...rest, ...successResult(withoutOwnToken(structured, token)) };
}

/** Reports progress without the token of the call, which a title in a message may contain. */
export function safeProgress({
  onProgress,
  token,
}: Pick<CallContext, 'onProgress' | 'token'>): CallContext['onProgress'] {
  if (!onProgress) return undefined;
  const remove = tokenRemover(token);
  return (progress, message, total) => onProgress(progress, remove(message), total);
}

/** Facts without the token of the call, in names and values. */
export function withoutOwnToken(facts: Fields, token: string): Fields {
  const remove = tokenRemover(token);
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return remove(value);
    if (Array.isArray(value)) return value.map(clean);
    return isObject(value) ? members(value) : value;
  };
  const members = (object: Fields) =>
    Object.fromEntries(
      Object.entries(object).map(([name, member]) => [remove(name), clean(member)]),
    );
  return members(facts);
}
