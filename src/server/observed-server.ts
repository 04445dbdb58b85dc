import {
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  SERVER_INFO_META_KEY,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Surface } from '../tools/index.ts';
import type { Dependencies, TokenProvider } from './dependencies.ts';
import { ICONS } from './icon.ts';
import {
  type ObservedCall,
  type Outcome,
  type RequestOrigin,
  UNKNOWN_TOOL,
} from './observe/call.ts';
import { Defect } from './observe/defect.ts';
import { traceContextOf } from './observe/trace-context.ts';
import { reduceToRevision, UNNAMED_REVISION } from './revisions.ts';
import { safeError } from './safe-error.ts';

/** The SDK's signature of a request handler. */
type Handler = Parameters<Server['_wrapHandler']>[1];
type SdkServerOptions = ConstructorParameters<typeof Server>;

/** An SDK server that passes each request it answers to an observer. */
export class ObservedServer extends Server {
  readonly #dependencies: Pick<Dependencies, 'observer' | 'surface'>;
  readonly #token: TokenProvider;
  /** The server as it introduces itself; other answers have it without icons. */
  readonly #info: SdkServerOptions[0];
  readonly #calls = new WeakMap<ServerContext, ObservedCall>();
  /** Lets other code than its own connection cancel a request. The returned function reports its end. */
  cancellable: ((id: string | number) => () => void) | undefined;

  constructor(
    dependencies: Pick<Dependencies, 'observer' | 'surface'>,
    token: TokenProvider,
    ...options: SdkServerOptions
  ) {
    super(...options);
    this.#dependencies = dependencies;
    this.#token = token;
    this.#info = { ...options[0], icons: ICONS };
  }

  /** The observed call of a request in progress. */
  observed(context: ServerContext): ObservedCall | undefined {
    return this.#calls.get(context);
  }

  /** The protocol revision of a request. */
  revisionOf(context: ServerContext): string {
    return this.getNegotiatedProtocolVersion() ?? revisionHeader(context) ?? UNNAMED_REVISION;
  }

  #defect(cause: unknown): ProtocolError {
    const defect = new Defect(cause);
    this.onerror?.(defect);
    return new ProtocolError(
      ProtocolErrorCode.InternalError,
      `This server has a defect; its log describes it under ${defect.id}.`,
    );
  }

  async #safe(error: ProtocolError): Promise<ProtocolError> {
    // Without a token nothing can contain it.
    const token = await this.#token().catch(() => '');
    return safeError(error, token);
  }

  #introduced(method: string, result: Result): Result {
    if (method === 'initialize') return { ...result, serverInfo: this.#info };
    if (method !== 'server/discover') return result;
    return { ...result, _meta: { ...result._meta, [SERVER_INFO_META_KEY]: this.#info } };
  }

  /** The SDK's hook for subclasses that wrap every request handler. */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      const { observer, surface } = this.#dependencies;
      const { id, _meta: meta, signal } = context.mcpReq;
      const call = observer.begin({
        method,
        tool: method === 'tools/call' ? observedToolName(surface, request.params?.name) : undefined,
        id,
        protocol: this.getNegotiatedProtocolVersion() ?? revisionHeader(context),
        trace: traceContextOf(meta),
        origin: context.http?.authInfo?.extra?.origin as RequestOrigin | undefined,
      });
      this.#calls.set(context, call);
      const over = this.cancellable?.(id);
      try {
        const result = await wrapped(request, context);
        call.end(signal.aborted ? 'cancelled' : outcomeOf(result));
        return reduceToRevision(
          method,
          this.#introduced(method, result),
          agreedIn(result) ?? this.revisionOf(context),
        );
      } catch (thrown) {
        const error = invalidParams(method, thrown) ?? thrown;
        const code = error instanceof ProtocolError ? error.code : ProtocolErrorCode.InternalError;
        call.end(signal.aborted ? 'cancelled' : outcomeOfError(code), code);
        if (!isForClient(error) && !signal.aborted) throw this.#defect(error);
        throw error instanceof ProtocolError ? await this.#safe(error) : error;
      } finally {
        over?.();
      }
    };
  }
}

/** The revision in the header of a request, which was checked before; clients of 2025 state it only there. */
function revisionHeader({ http }: ServerContext): string | undefined {
  return http?.req?.headers.get('mcp-protocol-version') ?? undefined;
}

/** The revision that a handshake agreed on. */
function agreedIn({ protocolVersion }: Record<string, unknown>): string | undefined {
  return typeof protocolVersion === 'string' ? protocolVersion : undefined;
}

/** The tool's name, as far as the observer may know it. */
export function observedToolName(surface: Surface, name: unknown): string {
  return typeof name === 'string' && surface.howToCall(name) !== undefined ? name : UNKNOWN_TOOL;
}

/** Whether an error is meant for the client: protocol errors have a code of their own. */
function isForClient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && Number.isSafeInteger(error.code);
}

const MAX_ISSUES = 5;

/** The protocol error for parameters that the SDK could not parse; undefined for any other failure. */
function invalidParams(method: string, error: unknown): ProtocolError | undefined {
  const issues = error instanceof Error && !(error instanceof z.ZodError) && issuesIn(error);
  if (!issues) return undefined;
  const details = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `${path.join('.').slice(0, 200)}: ${message}`);
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid params for ${method}: ${details.join('; ')}`,
  );
}

/** The SDK puts the schema's issues as JSON into the error message, for tool calls after `Invalid tools/call request: `. */
function issuesIn({ message }: Error): { path: string[]; message: string }[] | undefined {
  const [introduction = ''] = /^Invalid [\w/]+ request: /.exec(message) ?? [];
  if (message[introduction.length] !== '[') return undefined;
  try {
    const issues: unknown = JSON.parse(message.slice(introduction.length));
    const isList = Array.isArray(issues) && issues.every((issue) => Array.isArray(issue?.path));
    return isList ? issues : undefined;
  } catch {
    return undefined;
  }
}

/** Whom a protocol error is attributed to. */
export function outcomeOfError(code: number): Outcome {
  return code === ProtocolErrorCode.InternalError ? 'failed' : 'invalid';
}

function outcomeOf(result: Record<string, unknown>): Outcome {
  if (result.isError === true) return 'tool_error';
  return 'inputRequests' in result ? 'input_required' : 'ok';
}
