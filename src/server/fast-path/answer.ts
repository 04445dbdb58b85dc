import type { CallContext, ToolOutcome } from '../../tools/index.ts';
import { linkedResults } from '../revisions.ts';
import type { Services } from '../services.ts';
import { resultFields } from '../tool-result.ts';
import type { PlainCall } from './recognise.ts';

/** On whose behalf a tool is called, and who is told of it. */
type Calling = Pick<CallContext, 'token' | 'party' | 'signal' | 'watch' | 'onProgress'> & {
  /** Revision of the protocol. */
  protocol: string;
  /** The client says that it can ask a person. */
  askable: boolean;
};

/** What a call came to that is answered with its result. */
export interface CallAnswer {
  /** The fields of the result, as JSON without the closing brace. */
  fields: string;
  outcome: 'ok' | 'tool_error';
}

/** Calls a tool; undefined for the name of none. Throws for a defect of this server alone. */
export function callTool(
  { client, surface, resultLinks }: Pick<Services, 'client' | 'surface' | 'resultLinks'>,
  { name, arguments: args }: Pick<PlainCall, 'name' | 'arguments'>,
  { protocol, askable, ...caller }: Calling,
): Promise<ToolOutcome | undefined> {
  return surface.call(name, args, {
    client,
    ...caller,
    approval: askable ? 'askable' : 'unavailable',
    linkedResults: linkedResults(resultLinks, protocol),
  });
}

/** The answer that a result of a tool makes; undefined for anything else, which only the SDK can tell. */
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
