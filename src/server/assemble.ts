import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { type PlatformClient, PlatformError } from '../client/index.ts';
import type { Caller } from '../operations/index.ts';
import { CursorError, listResources, readResource, resourceTemplates } from '../resources/index.ts';
import { callTool, type ToolResult, toolDefinitions } from '../tools/index.ts';
import { NAME, VERSION } from '../version.ts';

/** What all callers share. */
export interface Services {
  client: PlatformClient;
  instructions: string;
  /** Called after the tools were listed: the moment to start what the first call will need. */
  onListed?: () => void;
}

/** The caller's token; asked for when a request needs it, never before. */
export type TokenSource = () => Promise<string>;

/** Builds the server of one caller; cheap enough to do it for every HTTP request. */
export function buildServer(services: Services, token: TokenSource): Server {
  const server = new Server(
    { name: NAME, version: VERSION, title: 'Documentation platform' },
    { capabilities: { tools: {}, resources: {} }, instructions: services.instructions },
  );
  const callerOf = async (context: ServerContext): Promise<Caller> => ({
    client: services.client,
    token: await token(),
    signal: context.mcpReq.signal,
  });

  server.setRequestHandler('tools/list', () => {
    if (services.onListed) setImmediate(services.onListed);
    return { tools: [...toolDefinitions()] as Tool[] };
  });

  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const result = await callTool(params.name, params.arguments, {
      ...(await callerOf(context)),
      onProgress: progressReporter(context),
    });
    if (!result)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return protocolResult(result);
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
      ...(await listResources(params?.cursor, await callerOf(context))),
    })),
  );

  server.setRequestHandler('resources/read', ({ params }, context) =>
    orProtocolError(async () => {
      const contents = await readResource(params.uri, await callerOf(context));
      if (!contents) throw new ResourceNotFoundError(params.uri);
      return { contents: [contents] };
    }, params.uri),
  );

  return server;
}

function protocolResult({ text, structured, isError }: ToolResult): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    ...(structured && { structuredContent: structured }),
    ...(isError && { isError }),
  };
}

/** Reports progress to a caller that asked for it, or undefined where none did. */
function progressReporter({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress: number, message?: string): Promise<void> =>
    mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, ...(message && { message }) },
    });
}

/** Resources have no result for failures: what the platform refuses becomes a protocol error. */
async function orProtocolError<T>(work: () => Promise<T>, uri?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CursorError) {
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
