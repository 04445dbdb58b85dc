import { PlatformError } from '../../client/index.ts';
import { type Arguments, type Scope, ScopeError } from '../../operations/index.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext, Tool } from '../tool.ts';
import { AmbiguousName, UnknownName } from './candidates.ts';
import { mayBeTitle } from './kinds.ts';
import { type IsName, NameResolver } from './resolve.ts';

/** The result of resolving words among the ids of a call. */
export interface ResolvedTitles {
  /** The arguments with ids instead; absent if no word was replaced. */
  args?: Arguments;
  /** Says that a word names nothing, and which names exist. */
  unknown?: UnknownName;
}

/**
 * Replaces words by ids after the platform did not know them as ids.
 * @throws {AmbiguousName} for a word that is the title of several things.
 */
export async function resolveTitles(
  tool: Tool,
  given: Arguments,
  context: CallContext,
  scope: Scope,
  isWord: IsName = (_, value) => mayBeTitle(value),
): Promise<ResolvedTitles> {
  let unknown: UnknownName | undefined;
  const itself = (word: string, error: unknown) => {
    if (error instanceof AmbiguousName || !isLookupFailure(error)) throw error;
    if (error instanceof UnknownName) unknown ??= error;
    return word;
  };
  try {
    const args = await new NameResolver(tool, given, context, scope, isWord).run(itself);
    const found = JSON.stringify(args) !== JSON.stringify(given);
    return { ...(found && { args }), ...(unknown && { unknown }) };
  } catch (error) {
    if (!(error instanceof AmbiguousName) && isLookupFailure(error)) return {};
    throw error;
  }
}

function isLookupFailure(error: unknown): boolean {
  return [Refusal, ScopeError, PlatformError].some((kind) => error instanceof kind);
}
