import type { z } from 'zod';
import type { Context, Profile } from '../auth/context.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { HttpReply } from './reply.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `METHOD /path` with `{parameter}` segments. */
export type RouteText = `${Method} /${string}`;

/** The names in `{}` of a route. */
export type ParameterOf<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/**
 * The input of a handler. It runs in one database transaction: reads see one state, and a failed write leaves nothing.
 * It may run several times until the facts about large texts that it needs are computed (see `settleFindings`), so side
 * effects other than database writes come last.
 */
export interface Call<Params = Record<string, string>, Query = unknown, Body = unknown>
  extends Context {
  /** The request path without the query; pagination cursors are bound to it. */
  readonly path: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly runtime: Runtime;
}

type Infer<S> = S extends z.ZodType ? z.output<S> : undefined;

type CallOf<R extends RouteText, Q, B> = Call<Record<ParameterOf<R>, string>, Infer<Q>, Infer<B>>;

interface RouteSpec<R extends RouteText, Q, B, P> {
  /** The only profile that has the route; absent if both have it and behave alike. */
  profile?: Profile;
  query?: Q;
  body?: B;
  /** Maximum bytes of the body; see `readBody` for the default. */
  maxBody?: number;
  /**
   * Slow work outside the transaction, such as fetching a URL; its result is passed to the handler. It has to check the
   * caller's permission itself.
   */
  prepare?: (call: CallOf<R, Q, B>) => Promise<P>;
  handle: (call: CallOf<R, Q, B>, prepared: P) => HttpReply | object;
}

export interface Route {
  readonly method: Method;
  readonly template: string;
  readonly profile: Profile | undefined;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  readonly maxBody: number | undefined;
  readonly prepare: ((call: Call) => Promise<unknown>) | undefined;
  readonly handle: (call: Call, prepared: unknown) => HttpReply | object;
}

/**
 * One route of the API. The handler returns the body of a 200 answer, or an `HttpReply` for anything else. It gets query and
 * body as parsed by their schemas; without a schema they are not read.
 */
export function route<
  const R extends RouteText,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  P = undefined,
>(text: R, spec: RouteSpec<R, Q, B, P>): Route {
  const [method, template] = text.split(' ') as [Method, string];
  return {
    method,
    template,
    profile: spec.profile,
    query: spec.query,
    body: spec.body,
    maxBody: spec.maxBody,
    prepare: spec.prepare as Route['prepare'],
    handle: spec.handle as Route['handle'],
  };
}
