// The public types of the package. The build publishes this file as it is.
import type { OperationName } from './names.ts';

/** Units and defaults are those of the command line, see docs/configuration.md. */
export interface ServerOptions {
  /** Address of the platform. With neither an address nor a token, an embedded platform is started. */
  url?: string;
  /** Access token of that platform. Without one, each caller over HTTP brings its own. */
  token?: string;
  /** Allows an http:// `url` beyond loopback. */
  allowInsecurePlatform?: boolean;
  /** Timeout for the headers, and for the body, of an answer of the platform. */
  timeoutMs?: number;
  /** Folder of the embedded platform's data; without one it is kept in memory. */
  data?: string;
  /** Token of the embedded platform's administrator. */
  adminToken?: string;
  /** The service that the embedded platform emulates. */
  profile?: 'contract' | 'current';
  /** The API to offer. */
  api?: 'auto' | 'contract' | 'current';
  /** Toolsets to list: `default`, `all`, or names. */
  toolsets?: readonly string[];
  /** More tools to list. */
  tools?: readonly string[];
  /** Tools that cannot be called at all. */
  excludeTools?: readonly string[];
  toolsMode?: 'typed' | 'discovery';
  /** Offers nothing that writes. */
  readOnly?: boolean;
  /** Shows what writes would send instead of sending it. */
  dryRun?: boolean;
  /** Whether a person must confirm destructive calls. */
  confirm?: 'auto' | 'always' | 'never';
  /** Pins the organization: it is supplied everywhere, and any other is refused. */
  organization?: string;
  space?: string;
  site?: string;
  /** Refuses all spaces but these. */
  allowSpaces?: readonly string[];
  /** Maximum number of tokens in a result. */
  maxResultTokens?: number;
  resultLinks?: 'auto' | 'always' | 'never';
  /** Seconds between two polls of a subscribed resource. */
  pollInterval?: number;
  /** Seals confirmations, so that another replica can continue them: 32 characters or more. */
  stateKey?: string;
  /** Called with problems that no client learns of. Default: a process warning. */
  onProblem?: (problem: Error) => void;
}

export interface ListenOptions {
  /** Loopback by default; beyond it, name the hosts under which it is reached. */
  host?: string;
  /** Any free port by default. */
  port?: number;
  allowHosts?: readonly string[];
  /** Allowed web origins. */
  allowOrigins?: readonly string[];
  /** Callers present this instead of a platform token, and the server's own token is used for them. */
  accessToken?: string;
  /** Maximum number of requests a minute for each token. */
  rateLimit?: number;
}

export interface CallOptions {
  /** Access token of the caller, if not the server's own. */
  token?: string;
  signal?: AbortSignal;
}

export interface CallResult {
  /** For a model; on success, the JSON of `structuredContent`. */
  text: string;
  structuredContent?: Record<string, unknown>;
  /** The call or a part of it was refused or failed. `text` says what to do next. */
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
  send(message: unknown, options?: unknown): Promise<void>;
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

/** A server that is not bound to a transport yet. Everything it needs is loaded and started on first use. */
export interface DocsPlatformServer extends Closable {
  /** The listed tools. */
  readonly tools: readonly ToolDefinition[];
  /**
   * Calls a tool, listed or not, in this process.
   * @throws {Error} if there is no such tool. Any other outcome is a result.
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
 * Creates a server. Reads nothing from the environment.
 * @throws {ConfigError} saying what to set.
 */
export declare function createServer(options?: ServerOptions): DocsPlatformServer;

/** The options of a server cannot be used. */
export declare class ConfigError extends Error {}

export type Effect = 'read' | 'create' | 'update' | 'delete';

/** One operation of the API, as data. */
export interface Operation {
  /** The API's own name for it. */
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
  /** The services that have it: `contract` is the legacy one, `current` today's. */
  readonly services: readonly ('contract' | 'current')[];
  /** Whether it is paged with `page` and `limit`. */
  readonly paged: boolean;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/** Every operation, by its tool name in camel case. */
export declare const operations: Readonly<Record<OperationName, Operation>>;

/** The version of this package. */
export declare const VERSION: string;
