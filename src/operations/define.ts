import { z } from 'zod';

/** What an operation does to the platform. Annotations, read-only mode and confirmation follow from it. */
export type Effect = 'read' | 'create' | 'update' | 'delete';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `METHOD /v1/path` with `{parameter}` segments, as the API description writes it. */
export type Route = `${Method} /v1/${string}`;

export type Shape = Record<string, z.ZodType>;

/** Arguments of a call after validation. */
export type Arguments = Record<string, unknown>;

interface OperationSpec {
  /** The API's own name of the operation (`operationId`). Two tools may share one operation. */
  id: string;
  /** Tool name: snake_case, verb first, at most 40 characters. */
  tool: string;
  title: string;
  /** What it does, when to use it, what comes back: one to three short sentences for a model. */
  summary: string;
  route: Route;
  effect: Effect;
  /** Part of the everyday set that is listed by default. */
  daily?: true;
  /** Cannot be taken back by a later call, although its effect is not `delete`. */
  destructive?: true;
  /** Reaches beyond the platform: fetches a URL or pushes to a repository. */
  openWorld?: true;
  /** The answer is an event stream; its last complete event is the result. */
  stream?: true;
  path?: Shape;
  query?: Shape;
  body?: Shape;
  /** Query parameters that are always sent and never asked for. */
  fixedQuery?: Record<string, string | number | boolean>;
  /** A rule across fields: returns what is wrong and what to give instead, or undefined. */
  check?: (args: Arguments) => string | undefined;
  /** Turns the body arguments into the body on the wire, where the API takes a union. */
  encodeBody?: (body: Arguments) => Arguments;
  /** Shape of the result after trimming; loose, nothing required that may be trimmed. */
  output: z.ZodObject;
}

/** One operation of the API, and everything that a tool is derived from. */
export interface Operation extends Omit<OperationSpec, 'path' | 'query' | 'body'> {
  readonly method: Method;
  /** The route without its method. */
  readonly pathTemplate: string;
  readonly toolset: string;
  readonly path: Shape;
  readonly query: Shape;
  readonly body: Shape;
  /** All arguments in one flat object; unknown keys are refused. */
  readonly input: z.ZodObject;
  /** A list of pages that `page` and `limit` walk through. */
  readonly paged: boolean;
}

/** Binds records to the toolset they belong to. */
export function toolset(name: string): (spec: OperationSpec) => Operation {
  return (spec) => {
    const { path = {}, query = {}, body = {} } = spec;
    const [method, pathTemplate] = spec.route.split(' ') as [Method, string];
    return {
      ...spec,
      method,
      pathTemplate,
      toolset: name,
      path,
      query,
      body,
      input: z.strictObject({ ...path, ...query, ...body }),
      paged: 'page' in query && 'limit' in query,
    };
  };
}
