import { PlatformError } from '../../client/index.ts';
import {
  type Arguments,
  idsIn,
  isScoped,
  requireWithin,
  type Scope,
} from '../../operations/index.ts';
import { mayNeedConfirmation } from '../confirmation/confirmation.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext, Tool } from '../tool.ts';
import { FileNamed } from './file-named.ts';
import { hasTitles, isWholeId, mayBeName, mayBeTitle, type NamedKind } from './kinds.ts';

/** Calls again with words as names if the platform does not know them as ids. */
export async function retryWithNames(
  error: unknown,
  tool: Tool,
  args: Arguments,
  context: CallContext,
  scope: Scope,
): Promise<unknown> {
  const names = (kind: NamedKind, value: string) =>
    mayBeName(kind, value) && isUnknownIn(error, value);
  if (!hasTitles(tool, args, names)) throw await fileNamedIn(args, error, tool, context, scope);
  const { resolveTitles } = await import('./resolve-titles.ts');
  const { args: named, unknown } = await resolveTitles(tool, args, context, scope, mayBeName);
  const refusal =
    unknown && new Refusal(`${tool.title} failed (${statusOf(error)}): ${unknown.candidates}`);
  // A person confirmed the call as it was.
  if (!named || mayNeedConfirmation(tool, args)) {
    throw refusal ?? (await fileNamedIn(args, error, tool, context, scope));
  }
  if (isScoped(scope)) await requireWithin(scope, idsIn(tool.input, named), context);
  return tool.run(named, context).catch(async (failure) => {
    if (refusal && isNotFound(failure)) throw refusal;
    throw await fileNamedIn(named, failure, tool, context, scope);
  });
}

/** The error of a call whose page is unknown: if its id is that of a file, one that says so. */
async function fileNamedIn(
  args: Arguments,
  error: unknown,
  tool: Tool,
  context: CallContext,
  scope: Scope,
): Promise<unknown> {
  const isPageId = (kind: NamedKind, value: string) => kind === 'page' && isWholeId(value);
  if (!isNotFound(error) || !hasTitles(tool, args, isPageId)) return error;
  const { resolveTitles } = await import('./resolve-titles.ts');
  const { unknown } = await resolveTitles(tool, args, context, scope, isPageId);
  if (!(unknown instanceof FileNamed)) return error;
  return new Refusal(`${tool.title} failed (404): ${unknown.candidates}`);
}

/** Whether the platform does not know an id, as far as its answer tells: it found nothing, or it names the value. */
function isUnknownIn(error: unknown, value: string): boolean {
  if (isNotFound(error)) return true;
  const isInvalid = error instanceof PlatformError && error.status === 400;
  return isInvalid && error.platformMessage?.split(/[\s".,:;]+/).includes(value) === true;
}

function isNotFound(error: unknown): boolean {
  return statusOf(error) === 404;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof PlatformError ? error.status : undefined;
}

/** Words with digits that are shorter are rarely titles. */
const MIN_WITH_DIGITS = 4;

function isLikelyName(kind: NamedKind, value: string): boolean {
  return mayBeTitle(value) || (value.length >= MIN_WITH_DIGITS && mayBeName(kind, value));
}

/** Replaces words that may be names by ids, because the target has to be known before a person is asked about it. */
export async function withoutWords(
  tool: Tool,
  args: Arguments,
  context: CallContext,
  scope: Scope,
): Promise<Arguments> {
  if (!hasTitles(tool, args, isLikelyName)) return args;
  const { resolveTitles } = await import('./resolve-titles.ts');
  const { args: named } = await resolveTitles(tool, args, context, scope, isLikelyName);
  if (!named) return args;
  if (isScoped(scope)) await requireWithin(scope, idsIn(tool.input, named), context);
  return named;
}
