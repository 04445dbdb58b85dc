import type { CallContext, ToolOutcome } from '../../tools/index.ts';
import type { Dependencies } from '../dependencies.ts';
import { linkedResults, reduceToRevision } from '../revisions.ts';
import { resultFields } from '../tool-result.ts';
import type { PlainCall } from './recognise.ts';

/** The caller of a tool, and the observer of the call. */
type CallDependencies = Pick<CallContext, 'token' | 'party' | 'signal' | 'watch' | 'onProgress'>;

/** What the client supports. */
interface Supported {
  /** Revision of the protocol. */
  protocol: string;
  /** Whether it supports elicitation. */
  askable: boolean;
}

/** The outcome of a call that is answered with a result. */
export interface CallAnswer {
  /** The fields of the result, as JSON in pieces, without the closing brace. */
  fields: readonly string[];
  outcome: 'ok' | 'tool_error';
}

/** The fields of the result of a handshake, as JSON without the closing brace. */
export function handshakeFields<T extends { protocolVersion: string }>(result: T): string {
  return JSON.stringify(reduceToRevision('initialize', result, result.protocolVersion)).slice(
    0,
    -1,
  );
}

/** The fields of a result of `tools/list`, as JSON without the closing brace. */
export function listFields(tools: readonly unknown[], protocol: string): string {
  return JSON.stringify(reduceToRevision('tools/list', { tools }, protocol)).slice(0, -1);
}

/** Calls a tool. Undefined if there is no such tool. Throws only for a defect of this server. */
export function callTool(
  { client, surface, resultLinks }: Pick<Dependencies, 'client' | 'surface' | 'resultLinks'>,
  { name, arguments: args }: Pick<PlainCall, 'name' | 'arguments'>,
  caller: CallDependencies,
  { protocol, askable }: Supported,
): Promise<ToolOutcome | undefined> {
  // Copying `caller` with a spread takes several times as long.
  const { token, party, signal, watch, onProgress } = caller;
  return surface.call(name, args, {
    token,
    party,
    signal,
    watch,
    onProgress,
    client,
    approval: askable ? 'askable' : 'unavailable',
    linkedResults: linkedResults(resultLinks, protocol),
  });
}

/** The answer for a result of a tool; undefined for anything that only the SDK can answer. */
export function answerOf(
  outcome: ToolOutcome | undefined,
  protocol: string,
): CallAnswer | undefined {
  if (!outcome || 'question' in outcome) return undefined;
  return {
    fields: resultFields(outcome, protocol),
    outcome: outcome.isError ? 'tool_error' : 'ok',
  };
}
