import type { Server, ServerContext, Tool } from '@modelcontextprotocol/server';
import type { ToolOutcome } from '../../tools/index.ts';
import { answerCall, type Decision, type Era, fingerprint, type Seal } from '../approval.ts';
import type { CallerOf, Dependencies, RevisionOf } from '../dependencies.ts';
import { linkedResults, reduceToRevision } from '../revisions.ts';
import { Roots } from '../roots.ts';

interface ToolContext {
  callerOf: CallerOf;
  revisionOf: RevisionOf;
  seal: Seal;
  era: Era;
  /** The result of the first call, if it was already made. */
  made: Promise<ToolOutcome | undefined> | undefined;
}

/** Lists the tools of the surface and calls them. */
export function handleTools(
  server: Server,
  dependencies: Dependencies,
  { callerOf, revisionOf, seal, era, made }: ToolContext,
): void {
  const { onListed, principal, resultLinks, usedConfirmations } = dependencies;
  server.setRequestHandler('tools/list', () => {
    if (onListed) setImmediate(onListed);
    return { tools: [...dependencies.surface.definitions] as Tool[] };
  });

  const roots = new Roots(server, era);
  let first = made;
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const caller = await callerOf(context);
    const call = {
      name: params.name,
      fingerprint: () => fingerprint(params.name, params.arguments, principal ?? caller.token),
    };
    const revision = revisionOf(context);
    const onProgress = progressReporter(context, revision);
    const linked = linkedResults(resultLinks, revision);
    const run = async (decision: Decision) => {
      const known = first;
      first = undefined;
      if (known) return known;
      return dependencies.surface.call(params.name, params.arguments, {
        ...caller,
        onProgress,
        ...decision,
        linkedResults: linked,
        roots: () => roots.of(context),
      });
    };
    return roots.asking(() =>
      answerCall(call, run, { server, context, seal, era, usedConfirmations }),
    );
  });
}

/** A function that reports progress; undefined if the caller did not ask for progress. */
function progressReporter({ mcpReq }: ServerContext, revision: string) {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const method = 'notifications/progress';
  return (progress: number, message: string, total?: number): Promise<void> => {
    const params = { progressToken, progress, message, ...(total !== undefined && { total }) };
    return mcpReq.notify({ method, params: reduceToRevision(method, params, revision) });
  };
}
