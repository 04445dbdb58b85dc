import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { type PlatformClient, PlatformError } from '../client/index.ts';
import { type Caller, type Scope, ScopeError } from '../operations/index.ts';
import { CursorError, listResources, readResource, resourceTemplates } from '../resources/index.ts';
import type { Approval, Surface } from '../tools/index.ts';
import { NAME, VERSION } from '../version.ts';
import { answerCall, type Era, type PendingCall, sealOf } from './approval.ts';

/** What all callers share. */
export interface Services {
  client: PlatformClient;
  surface: Surface;
  scope: Scope;
  /** Shared by replicas, so that any of them can go on with a confirmation; absent: one of this process. */
  stateKey: string | undefined;
  instructions: string;
  /** Called after the tools were listed: the moment to start what the first call will need. */
  onListed?: () => void;
}

/** The caller's token; asked for when a request needs it, never before. */
export type TokenSource = () => Promise<string>;

/** Builds the server of one caller; cheap enough to do it for every HTTP request. */
export function buildServer(services: Services, token: TokenSource, era: Era): Server {
  const seal = sealOf(services.stateKey);
  const server = new Server(
    { name: NAME, version: VERSION, title: 'Documentation platform' },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: services.instructions,
      requestState: { verify: seal.verify },
    },
  );
  const callerOf = async (context: ServerContext): Promise<Caller> => ({
    client: services.client,
    token: await token(),
    signal: context.mcpReq.signal,
  });

  server.setRequestHandler('tools/list', () => {
    if (services.onListed) setImmediate(services.onListed);
    return { tools: [...services.surface.definitions] as Tool[] };
  });

  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const call: PendingCall = {
      name: params.name,
      arguments: params.arguments,
      token: await token(),
    };
    const run = async (approval: Approval) =>
      services.surface.call(params.name, params.arguments, {
        ...(await callerOf(context)),
        onProgress: progressReporter(context),
        approval,
      });
    return answerCall(call, run, { server, context, seal, era });
  });

  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resourceTemplates.map(({ uri, name, title, description, mimeType }) => ({
      uriTemplate: uri.text,
      name,
      title,
      description,
      mimeType,
    })),
  }));

  server.setRequestHandler('resources/list', ({ params }, context) =>
    orProtocolError(async () => ({
      ...(await listResources(params?.cursor, await callerOf(context), services.scope)),
    })),
  );

  server.setRequestHandler('resources/read', ({ params }, context) =>
    orProtocolError(async () => {
      const contents = await readResource(params.uri, await callerOf(context), services.scope);
      if (!contents) throw new ResourceNotFoundError(params.uri);
      return { contents: [contents] };
    }, params.uri),
  );

  return server;
}

/** Reports progress to a caller that asked for it, or undefined where none did. */
function progressReporter({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress: number, message: string, total?: number): Promise<void> =>
    mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message, ...(total !== undefined && { total }) },
    });
}

/** Resources have no result for failures: what the platform refuses becomes a protocol error. */
async function orProtocolError<T>(work: () => Promise<T>, uri?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CursorError || error instanceof ScopeError) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    }
    if (!(error instanceof PlatformError)) throw error;
    if (uri !== undefined && error.status === 404) throw new ResourceNotFoundError(uri);
    const code =
      error.kind === 'invalid_request'
        ? ProtocolErrorCode.InvalidParams
        : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, error.message);
  }
}
