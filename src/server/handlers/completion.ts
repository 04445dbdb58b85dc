import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { complete } from '../../completion/index.ts';
import { ScopeError } from '../../operations/index.ts';
import { prompts } from '../../prompts/index.ts';
import { Reader } from '../../resources/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { RESOURCE_URIS } from '../../uris/index.ts';
import { accessOf, type CallerOf, type Dependencies } from '../dependencies.ts';

/** Completes arguments of prompts and variables of resource templates. */
export function handleCompletion(
  server: Server,
  dependencies: Dependencies,
  callerOf: CallerOf,
): void {
  const limits = { access: accessOf(dependencies), cache: dependencies.reads };
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const { ref, argument } = params;
    if (!namesOf(ref).includes(argument.name)) {
      const names = namesOf(ref).join(', ');
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        names
          ? `There is no argument ${asGiven(argument.name)}; there are ${names}.`
          : 'The reference is unknown.',
      );
    }
    const reader = new Reader(await callerOf(context), limits);
    const chosen = params.context?.arguments ?? {};
    try {
      return { completion: { ...(await complete(argument, chosen, reader, dependencies.scope)) } };
    } catch (error) {
      if (!(error instanceof ScopeError)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    }
  });
}

type CompletionReference =
  | { type: 'ref/prompt'; name: string }
  | { type: 'ref/resource'; uri: string };

/** The arguments of the prompt or template; none if it does not exist. */
function namesOf(ref: CompletionReference): string[] {
  if (ref.type === 'ref/prompt') {
    const prompt = prompts.find(({ name }) => name === ref.name);
    return prompt?.arguments.map(({ name }) => name) ?? [];
  }
  const known = Object.values<string>(RESOURCE_URIS).includes(ref.uri);
  return known ? Array.from(ref.uri.matchAll(/\{(\w+)\}/g), ([, name = '']) => name) : [];
}
