// What the package offers to programs, in types alone: the build publishes this file as it is.
import type { OperationName } from './names.ts';

/** Milliseconds, tokens and ids are as in docs/configuration.md; whatever is left out is as on the command line. */
export interface ServerOptions {
  /** Address of the platform; with neither an address nor a token an embedded platform is started. */
  url?: string;
  /** Access token of that platform. Without one, each caller over HTTP brings its own. */
  token?: string;
  /** Lets `url` be http:// beyond loopback. */
  allowInsecurePlatform?: boolean;
  /** Time for the headers, and for the body, of an answer of the platform. */
  timeoutMs?: number;
  /** Folder that keeps the embedded platform; in memory without one. */
  data?: string;
  /** Token of the embedded platform's administrator. */
  adminToken?: string;
  /** Which service the embedded platform is. */
  profile?: 'contract' | 'current';
  /** Which API is offered. */
  api?: 'auto' | 'contract' | 'current';
  /** Toolsets to list: `default`, `all`, or names. */
  toolsets?: readonly string[];
  /** Tools to list besides. */
  tools?: readonly string[];
  /** Tools that cannot be called in any way. */
  excludeTools?: readonly string[];
  toolsMode?: 'typed' | 'discovery';
  /** Offers nothing that writes. */
  readOnly?: boolean;
  /** Shows what writes would send instead of sending it. */
  dryRun?: boolean;
  /** Asks a person before something is taken away. */
  confirm?: 'auto' | 'always' | 'never';
  /** Pins the organization: supplied everywhere, any other is refused. */
  organization?: string;
  space?: string;
  site?: string;
  /** Refuses all spaces but these. */
  allowSpaces?: readonly string[];
  /** Tokens that a result may have. */
  maxResultTokens?: number;
  resultLinks?: 'auto' | 'always' | 'never';
  /** Seconds between two looks at what a client subscribed to. */
  pollInterval?: number;
  /** Seals confirmations, so that another replica can go on with them: 32 characters or more. */
  stateKey?: string;
  /** Told of problems that no client is told of; by default a process warning. */
  onProblem?: (problem: Error) => void;
}

export interface ListenOptions {
  /** Loopback by default; beyond it, name the hosts under which it is reached. */
  host?: string;
  /** Any free port by default. */
  port?: number;
  allowHosts?: readonly string[];
  /** Origins of pages that may use it. */
  allowOrigins?: readonly string[];
  /** Callers show this instead of a token of the platform, and the server's own token is used for them. */
  accessToken?: string;
  /** Requests that a token may make in a minute. */
  rateLimit?: number;
}

export interface CallOptions {
  /** Access token of the caller, where it is not the server's own. */
  token?: string;
  signal?: AbortSignal;
}

export interface CallResult {
  /** For a model; of a success, the JSON of `structuredContent`. */
  text: string;
  structuredContent?: Record<string, unknown>;
  /** The call was refused or failed, or a part of it did; `text` says what to do next. */
  isError: boolean;
}

/** A JSON Schema whose root is an object. */
export interface ObjectSchema {
  type: 'object';
  properties?: Record<string, unknown>;
  required?: string[];
  [keyword: string]: unknown;
}

/** A tool as clients list it. */
export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/** A connection to one client, such as `InMemoryTransport` of the MCP SDK. */
export interface Transport {
  start(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: the messages are the SDK's, which this package does not ask for.
  send(message: any, options?: any): Promise<void>;
  close(): Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onclose?: (() => void) | undefined;
}

export interface Closable {
  close(): Promise<void>;
}

export interface HttpServer extends Closable {
  /** Address of the MCP endpoint. */
  readonly url: string;
}

/** A server that is not bound to anything yet. What it needs is loaded and started when it is first used. */
export interface DocsPlatformServer extends Closable {
  /** The tools that it lists. */
  readonly tools: readonly ToolDefinition[];
  /**
   * Calls a tool, listed or not, in this process.
   * @throws {Error} when there is no such tool; what a call comes to is a result.
   */
  call(tool: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CallResult>;
  /** Serves one client over a transport of the MCP SDK, in any revision of the protocol. */
  connect(transport: Transport): Promise<Closable>;
  /** Serves one client over the standard streams of this process. */
  serveStdio(): Promise<Closable & { readonly finished: Promise<void> }>;
  /** Serves many clients over Streamable HTTP. */
  listen(options?: ListenOptions): Promise<HttpServer>;
}

/**
 * Makes a server. Nothing is read from the environment.
 * @throws {ConfigError} saying what to set.
 */
export declare function createServer(options?: ServerOptions): DocsPlatformServer;

/** The options of a server cannot be used. */
export declare class ConfigError extends Error {}

export type Effect = 'read' | 'create' | 'update' | 'delete';

/** One operation of the API, as data. */
export interface Operation {
  /** The API's own name of it. */
  readonly id: string;
  /** The tool that calls it. */
  readonly tool: string;
  readonly title: string;
  readonly summary: string;
  readonly toolset: string;
  readonly effect: Effect;
  /** `METHOD /v1/path` with `{parameter}` segments. */
  readonly route: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Which of the two services have it: that of the contract, today's. */
  readonly services: readonly ('contract' | 'current')[];
  /** Whether `page` and `limit` walk through its answers. */
  readonly paged: boolean;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/** Every operation by its tool in camel case. */
export declare const operations: Readonly<Record<OperationName, Operation>>;

/** The version of this package. */
export declare const VERSION: string;
