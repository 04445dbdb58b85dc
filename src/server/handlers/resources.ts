import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { PlatformError } from '../../client/index.ts';
import { ScopeError } from '../../operations/index.ts';
import {
  CursorError,
  listResources,
  readResource,
  resourceTemplates,
} from '../../resources/index.ts';
import type { CallerOf, Services } from '../services.ts';

/** Lists resources and their templates, and reads them. */
export function handleResources(server: Server, { scope }: Services, callerOf: CallerOf): void {
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
      ...(await listResources(params?.cursor, await callerOf(context), scope)),
    })),
  );

  server.setRequestHandler('resources/read', ({ params }, context) =>
    orProtocolError(async () => {
      const contents = await readResource(params.uri, await callerOf(context), scope);
      if (!contents) throw new ResourceNotFoundError(params.uri);
      return { contents: [contents] };
    }, params.uri),
  );
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
