import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { PlatformError } from '../../client/index.ts';
import { causeOf, type Received, ScopeError } from '../../operations/index.ts';
import { CursorError, ResourceNotFound, ResourceRefusal } from '../../resources/index.ts';
import { explainPlatformError, tools } from '../../tools/index.ts';

/**
 * Resources have no failure results, so each failure becomes a protocol error with the explanation that the
 * corresponding tool gives.
 */
export function resourceError(
  thrown: unknown,
  { tool, uri, received }: { tool: string; uri?: string; received?: Received },
): unknown {
  const error = causeOf(received, thrown);
  if (error instanceof ResourceNotFound) return new ResourceNotFoundError(uri ?? '', error.message);
  if (
    error instanceof CursorError ||
    error instanceof ScopeError ||
    error instanceof ResourceRefusal
  ) {
    return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  }
  const explaining = tools.find(({ name }) => name === tool);
  if (!(error instanceof PlatformError) || !explaining) return error;
  const message = explainPlatformError(error, explaining);
  if (uri !== undefined && error.status === 404) return new ResourceNotFoundError(uri, message);
  const code =
    error.kind === 'invalid_request'
      ? ProtocolErrorCode.InvalidParams
      : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, message);
}
