import type { PlatformRequest } from '../client/index.ts';
import type { Arguments, Operation } from './define.ts';

/** What an operation sends; path values are raw, they are encoded where the URL is made. */
export interface OperationRequest extends PlatformRequest {
  readonly path: Record<string, string>;
  readonly query: NonNullable<PlatformRequest['query']>;
  /** Present, though it may be empty, exactly when the operation takes a body. */
  readonly body?: Arguments | readonly unknown[];
}

/** The request that a record and the validated flat arguments of a call make. */
export function toRequest(operation: Operation, args: Arguments): OperationRequest {
  const { route, effect, fixedQuery, encodeBody } = operation;
  const request = {
    route,
    effect,
    path: pick(args, operation.path) as OperationRequest['path'],
    query: Object.assign(pick(args, operation.query), fixedQuery) as OperationRequest['query'],
  };
  if (Object.keys(operation.body).length === 0) return request;
  const body = pick(args, operation.body);
  return { ...request, body: encodeBody ? encodeBody(body) : body };
}

function pick(args: Arguments, shape: object): Arguments {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(shape)) {
    if (args[name] !== undefined) picked[name] = args[name];
  }
  return picked;
}
