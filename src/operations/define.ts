import { z } from 'zod';
import type { Effect } from '../client/index.ts';
import type { Lifetime } from './api-versions.ts';
import { pathParameters } from './params.ts';
import { titleOf } from './title.ts';

export type { Effect };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `METHOD /v1/path` with `{parameter}` segments, as the API description writes it. */
export type Route = `${Method} /v1/${string}`;

export type Shape = Readonly<Record<string, z.ZodType>>;

type None = Readonly<Record<never, z.ZodType>>;

/** The path parameters that a route names. */
type PathOf<R extends string> = Readonly<Record<NamesIn<R>, z.ZodString>>;
type NamesIn<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Arguments of a call after validation. */
export type Arguments = Record<string, unknown>;

/** Says in one sentence why a person is asked before a call with these arguments; undefined: nobody is. */
export type Confirm = (args: Arguments) => string | undefined;

/**
 * How an event stream becomes one result: its last event as it is, or one field
 * of every event gathered into a list (`{ [as]: event[collect][] }`).
 */
export type StreamResult = 'last' | { readonly collect: string; readonly as: string };

/**
 * Where an answer names the space (or organization) that it tells of: within each of its items, or once. Names of
 * members after dots.
 */
export type TellsOf =
  | { readonly items: string; readonly of?: 'organization' }
  | { readonly answer: string };

/** Answers that need more than a cut when they are large. */
export type ViewName = 'object' | 'list' | 'tree' | 'page' | 'specification';

/**
 * Ways of sending that need more than one request. `contentEdit` keeps what an edit of pages does not mean to change;
 * `versionNumbers` tells of each version of a specification which one its document says it is.
 */
export type RunName = 'contentEdit' | 'versionNumbers';

/** What became of one item of a call whose items succeed or fail each on its own. */
export interface ItemOutcome {
  /** What names it for the caller. */
  readonly item: string;
  /** What was done with it, or why it was not. */
  readonly outcome: string;
  readonly failed: boolean;
}

export interface OperationSpec<
  R extends Route = Route,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends z.ZodObject = z.ZodObject,
> extends Lifetime {
  /** The API's own name of the operation (`operationId`). Two tools may share one operation. */
  readonly id: string;
  /** Tool name: snake_case, verb first, at most 40 characters. */
  readonly tool: string;
  /** Names that the tool had before. They are not listed, but go on working wherever the name does. */
  readonly aliases?: readonly string[];
  /** What it does, when to use it, what comes back: one or two short sentences for a model. */
  readonly summary: string;
  /** What people say when they mean it, in other words than its name: phrases after commas. */
  readonly alsoCalled?: string;
  readonly route: R;
  /** Annotations, read-only mode, confirmation, retries and caching follow from it. */
  readonly effect: Effect;
  /** Part of the everyday set that is listed by default. */
  readonly daily?: true;
  /** Cannot be taken back by a later call, although its effect is not `delete`. */
  readonly destructive?: true;
  /** Takes something away or makes it public with some arguments, or with all: a person is asked then. */
  readonly confirm?: Confirm;
  /** What a confirmed call changes, where its path does not lead there: a path of a read, and its arguments. */
  readonly confirmTarget?: (args: Arguments) => { path: string; args: Arguments };
  /** Reaches beyond the platform: fetches a URL or pushes to a repository. */
  readonly openWorld?: true;
  /** How a call is sent, where that is not one request. */
  readonly run?: RunName;
  /** The answer is an event stream. */
  readonly stream?: StreamResult;
  readonly query?: Query;
  readonly body?: Body;
  /** Query parameters that are always sent and never asked for. */
  readonly fixedQuery?: Readonly<Record<string, string | number | boolean>>;
  /** A rule across fields: returns what is wrong and what to give instead, or undefined. */
  readonly check?: (args: Arguments) => string | undefined;
  /**
   * Of a read whose path names no space: which one its answers tell of, if any. Absent: it may be any, so that the read
   * is out of reach of a server that is restricted to spaces.
   */
  readonly tellsOf?: 'no-space' | TellsOf;
  /** Turns the body arguments into the body on the wire, where the API takes a union or a list. */
  readonly encodeBody?: (body: Arguments) => Arguments | readonly unknown[];
  /** How a large answer is shown, and which arguments ask for a part of it; a paged one is shown as a list. */
  readonly view?: ViewName;
  /**
   * Takes `expectedRevision`: refused when the change request is no longer at it. A merge is refused as well when the
   * change request is outdated or the merge rules of its space are not met.
   */
  readonly revisionGuard?: 'edit' | 'merge';
  /** Replaces a whole: the tool that reads it. What a call gives is merged into what that tool reads. */
  readonly replaces?: string;
  /**
   * Items stand alone, so that a call with failed ones is answered like any other: reads from answer and arguments
   * what became of each.
   */
  readonly outcomes?: (answer: Arguments, args: Arguments) => readonly ItemOutcome[];
  /** Shape of the result after trimming; loose, nothing required that may be trimmed. */
  readonly output: Output;
}

/** One operation of the API, and everything that a tool is derived from; without type arguments: any. */
export interface Operation<
  Path extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends z.ZodObject = z.ZodObject,
> extends OperationSpec<Route, Query, Body, Output> {
  /** The tool name in words, for people. */
  readonly title: string;
  readonly method: Method;
  /** The route without its method. */
  readonly pathTemplate: string;
  readonly toolset: string;
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  /** What is sent of arguments that a call leaves out. */
  readonly defaults: Arguments;
  /** All arguments in one flat object; unknown keys are refused. */
  readonly input: z.ZodObject;
  /** A list of pages that `page` and `limit` walk through. */
  readonly paged: boolean;
}

/** What a call of an operation takes, by its schemas; what has a default may be left out. */
export type ArgumentsOf<O extends Operation> = O extends Operation
  ? Given<O['path']> & Given<O['query']> & Given<O['body']>
  : never;

type Given<S extends Shape> = {
  readonly [Name in keyof S as undefined extends z.input<S[Name]> ? never : Name]: z.input<S[Name]>;
} & {
  readonly [Name in keyof S as undefined extends z.input<S[Name]> ? Name : never]?: z.input<
    S[Name]
  >;
};

/** What an operation answers. */
export type OutputOf<O extends Operation> = O extends Operation ? z.output<O['output']> : never;

/**
 * Binds records to the toolset they belong to. Path parameters are taken from the route and
 * described by the shared vocabulary, or by `own` where the toolset finds a value elsewhere;
 * `lifetime` holds for every record that does not say otherwise. Throws when a route names a parameter that neither describes.
 */
export function toolset(name: string, own: Shape = {}, lifetime: Lifetime = {}) {
  const known: Shape = { ...pathParameters, ...own };
  return <
    R extends Route,
    Output extends z.ZodObject,
    Query extends Shape = None,
    Body extends Shape = None,
  >(
    spec: OperationSpec<R, Query, Body, Output>,
  ): Operation<PathOf<R>, Query, Body, Output> => {
    const { query = {} as Query, body = {} as Body } = spec;
    const [method, pathTemplate] = spec.route.split(' ') as [Method, string];
    const path = pathShape(spec, pathTemplate, known);
    const paged = 'page' in query && 'limit' in query;
    return {
      ...(paged && { view: 'list' as const }),
      ...lifetime,
      ...spec,
      title: titleOf(spec.tool),
      method,
      pathTemplate,
      toolset: name,
      path: path as PathOf<R>,
      query,
      body,
      defaults: defaultsOf({ ...query, ...body }),
      input: z.strictObject({ ...path, ...query, ...body }),
      paged,
    };
  };
}

function defaultsOf(shape: Shape): Arguments {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, type]) =>
      type instanceof z.ZodDefault ? [[name, type.def.defaultValue]] : [],
    ),
  );
}

function pathShape({ tool }: { tool: string }, pathTemplate: string, known: Shape): Shape {
  const names = Array.from(pathTemplate.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return Object.fromEntries(
    names.map((name) => {
      const type = known[name];
      if (!type) throw new Error(`${tool}: the path parameter ${name} is not described`);
      return [name, type];
    }),
  );
}
