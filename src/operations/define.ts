import { z } from 'zod';
import type { Effect, Method } from '../client/index.ts';
import type { Fields } from '../json/index.ts';
import type { Lifetime } from './api-versions.ts';
import { pathParameters } from './params.ts';

/** Words whose spelling is not their lower-case form. */
const properWords: Readonly<Record<string, string>> = {
  git: 'Git',
  openapi: 'OpenAPI',
  pdf: 'PDF',
  saml: 'SAML',
  sso: 'SSO',
};

/** `get_openapi_spec` -> `Get OpenAPI spec`. */
export function toolTitleOf(tool: string): string {
  const words = tool
    .split('_')
    .map((word) => properWords[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type { Effect, Method };

/** `METHOD /v1/path` with `{parameter}` segments, as the API description writes it. */
export type RouteTemplate = `${Method} /v1/${string}`;

export type Shape = Readonly<Record<string, z.ZodType>>;

type None = Readonly<Record<never, z.ZodType>>;

/** The path parameters in a route. */
type PathOf<R extends string> = Readonly<Record<NamesIn<R>, z.ZodString>>;
type NamesIn<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Validated arguments of a call. */
export type Arguments = Record<string, unknown>;

/**
 * Returns in one sentence why a call with these arguments needs confirmation; undefined: it does not. `present` is the
 * target as it is, if it was read.
 */
export interface Confirm {
  (args: Arguments, present?: Fields): string | undefined;
  /** The arguments that are compared with the present target. Absent: none. */
  readonly compared?: readonly string[];
  /** Whether it compares the present roles of the people and teams of the call: `held`, absent if they are unknown. */
  readonly comparesRoles?: boolean;
}

/** A person or a team with the role that it has now. */
export interface HeldRole {
  id: string;
  name: string;
  role: string | null;
}

/**
 * How an event stream becomes one result: its last event, or one field of every event gathered into a list (`{ [as]:
 * event[collect][] }`).
 */
export type StreamResult = 'last' | { readonly collect: string; readonly as: string };

/**
 * The path of the member with the space (or organization, site or collection) of an answer, separated by dots: within each
 * item, or once.
 */
export type AnswerLocation =
  | { readonly items: string; readonly of?: 'organization' | 'site' | 'collection' }
  | { readonly answer: string };

/** Kinds of answers that need more than truncation when they are large. */
export type ViewName = 'object' | 'list' | 'search' | 'tree' | 'page' | 'specification';

/**
 * Operations that need more than one request. `contentEdit` protects what an edit of pages does not mean to change;
 * `merge` reports the changed pages and each conflict; `versionNumbers` and `specTitles` add what the document states
 * to each version of a specification, and to each specification; `team` also sets the owners of a new team.
 */
export type RunName =
  | 'contentEdit'
  | 'merge'
  | 'versionNumbers'
  | 'specTitles'
  | 'addToSite'
  | 'shareLink'
  | 'team'
  | 'changeRequestList'
  | 'changeRequestUpdates'
  | 'fileList';

/** The outcome for one item of a call whose items succeed or fail individually. */
export interface ItemOutcome {
  /** Identifies it for the caller. */
  readonly item: string;
  /** What was done with it, or why it failed. */
  readonly outcome: string;
  readonly failed: boolean;
}

export interface OperationSpec<
  R extends RouteTemplate = RouteTemplate,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends z.ZodObject = z.ZodObject,
> extends Lifetime {
  /** The API's own name of the operation (`operationId`). Two tools may share one operation. */
  readonly id: string;
  /** Tool name: snake_case, verb first, at most 40 characters. */
  readonly tool: string;
  /** Former names of the tool. They are not listed, but still work wherever the name does. */
  readonly aliases?: readonly string[];
  /** What it does, when to use it, what it returns: one or two short sentences for a model. */
  readonly summary: string;
  /** Synonyms of its name, as comma-separated phrases. */
  readonly alsoCalled?: string;
  /** What people want when they need it, in their words. `find_operations` ranks by these. */
  readonly tasks?: readonly string[];
  readonly route: R;
  /** Determines annotations, read-only mode, confirmation, retries and caching. */
  readonly effect: Effect;
  /** Part of the default toolset. */
  readonly byDefault?: true;
  /** No later call can undo it, although its effect is not `delete`. */
  readonly destructive?: true;
  /** Deletes something or makes it public, with some arguments or with all. Such calls need confirmation. */
  readonly confirm?: Confirm;
  /**
   * The target of a call that needs confirmation, if not the object of its path: the path of a read, and its arguments.
   */
  readonly confirmTarget?: (args: Arguments) => { path: string; args: Arguments };
  /** Acts beyond the platform: fetches a URL or pushes to a repository. */
  readonly openWorld?: true;
  /** How a call is sent, if that takes more than one request. */
  readonly run?: RunName;
  /** The answer is an event stream. */
  readonly stream?: StreamResult;
  readonly query?: Query;
  readonly body?: Body;
  /** Query parameters that are always sent and are not arguments. */
  readonly fixedQuery?: Readonly<Record<string, string | number | boolean>>;
  /** A rule across fields: returns what is wrong and what to give instead, or undefined. */
  readonly check?: (args: Arguments) => string | undefined;
  /**
   * For a read whose path names no space: the space of its answers, if any. Absent: it may be any space, so a server
   * that is restricted to spaces does not offer the read.
   */
  readonly locatedBy?: 'no-space' | AnswerLocation;
  /**
   * For a list of one space: what refers to an object that may be in another one, as `space` says. A restricted server
   * leaves such an item out, or leaves of its target only the kind.
   */
  readonly refersBy?: 'item' | 'targetReference';
  /** Converts the body arguments to the body on the wire, if the API takes a union or a list. */
  readonly encodeBody?: (body: Arguments) => Arguments | readonly unknown[];
  /** How a large answer is shown, and which arguments select a part of it; a paged one is shown as a list. */
  readonly view?: ViewName;
  /**
   * Takes `expectedRevision`, and is refused if the change request has another revision. A merge is also refused if
   * the change request is outdated or does not meet the merge rules of its space.
   */
  readonly revisionGuard?: 'edit' | 'merge';
  /**
   * For an operation that replaces a whole object: the operation that reads it, at the same path. The arguments of a
   * call are merged into what that returns.
   */
  readonly replaces?: Operation;
  /**
   * For an operation whose items succeed or fail individually, since a call with failed items still succeeds:
   * determines the outcome of each item from answer and arguments.
   */
  readonly outcomes?: (answer: Arguments, args: Arguments) => readonly ItemOutcome[];
  /**
   * For a write that returns little: the lists that show the state of the call's people and teams afterwards, each with
   * arguments for its path. A list of the roles that everybody has in effect is compared with the one before, and shown if
   * it says so.
   */
  readonly readBack?: (
    args: Arguments,
    answer: Arguments,
  ) => readonly {
    readonly from: Operation;
    readonly args: Arguments;
    readonly effective?: 'compared' | 'shown';
    /** Names those in the list besides the people of the call, too. */
    readonly everybody?: true;
  }[];
  /** Shape of the result after trimming; loose, nothing required that may be trimmed. */
  readonly output: Output;
}

/** One operation of the API, from which a tool is derived; without type arguments: any operation. */
export interface Operation<
  Path extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends z.ZodObject = z.ZodObject,
> extends OperationSpec<RouteTemplate, Query, Body, Output> {
  /** The tool name in words, for people. */
  readonly title: string;
  readonly method: Method;
  /** The route without its method. */
  readonly pathTemplate: string;
  readonly toolset: string;
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  /** Defaults for arguments that a call omits. */
  readonly defaults: Arguments;
  /** All arguments in one flat object; unknown keys are refused. */
  readonly input: z.ZodObject;
  /** Whether the answer is a list with `page` and `limit`. */
  readonly paged: boolean;
}

/** The arguments of an operation, by its schemas; those with a default may be omitted. */
export type ArgumentsOf<O extends Operation> = O extends Operation
  ? InputOf<O['path']> & InputOf<O['query']> & InputOf<O['body']>
  : never;

type InputOf<S extends Shape> = {
  readonly [Name in keyof S as undefined extends z.input<S[Name]> ? never : Name]: z.input<S[Name]>;
} & {
  readonly [Name in keyof S as undefined extends z.input<S[Name]> ? Name : never]?: z.input<
    S[Name]
  >;
};

/** The answer of an operation. */
export type OutputOf<O extends Operation> = O extends Operation ? z.output<O['output']> : never;

/**
 * Binds records to their toolset. Path parameters come from the route and are described by the shared vocabulary, or
 * by `own` if the toolset finds a value elsewhere. `lifetime` applies to every record without its own. Throws if a
 * route names a parameter that neither describes.
 */
export function toolset(name: string, own: Shape = {}, lifetime: Lifetime = {}) {
  const known: Shape = { ...pathParameters, ...own };
  return <
    R extends RouteTemplate,
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
      title: toolTitleOf(spec.tool),
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
