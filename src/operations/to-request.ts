import type { Arguments, Operation, Route } from './define.ts';

type QueryValue = string | number | boolean | readonly string[];

/** What is to be sent; path values are raw, they are encoded where the URL is made. */
export interface OperationRequest {
  readonly route: Route;
  readonly path: Record<string, string>;
  readonly query: Record<string, QueryValue>;
  /** Present, though it may be empty, exactly when the operation takes a body. */
  readonly body?: Arguments | readonly unknown[];
}

/** Splits the validated flat arguments of a call into path, query and body. */
export function toRequest(operation: Operation, args: Arguments): OperationRequest {
  const { route, fixedQuery, encodeBody } = operation;
  const request = {
    route,
    path: pick(args, operation.path) as Record<string, string>,
    query: Object.assign(pick(args, operation.query), fixedQuery) as Record<string, QueryValue>,
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
