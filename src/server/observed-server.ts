import { randomUUID } from 'node:crypto';
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Surface } from '../tools/index.ts';
import { type ObservedCall, type Origin, type Outcome, UNKNOWN_TOOL } from './observe/call.ts';
import { traceContextOf } from './observe/trace-context.ts';
import { fitted, UNNAMED_REVISION } from './revisions.ts';
import type { Services } from './services.ts';

/** How the SDK hands a request to what answers it. */
type Handler = Parameters<Server['_wrapHandler']>[1];
type ServerOptions = ConstructorParameters<typeof Server>;

/** A server of the SDK that tells an observer of each request that it answers. */
export class ObservedServer extends Server {
  readonly #services: Pick<Services, 'observer' | 'surface'>;
  readonly #calls = new WeakMap<ServerContext, ObservedCall>();
  /** Lets a request be called off by another than its own connection; the returned function says that it is over. */
  cancellable: ((id: string | number) => () => void) | undefined;

  constructor(services: Pick<Services, 'observer' | 'surface'>, ...options: ServerOptions) {
    super(...options);
    this.#services = services;
  }

  /** The call that a request is, while it is answered. */
  observed(context: ServerContext): ObservedCall | undefined {
    return this.#calls.get(context);
  }

  /** The revision that a request is of. */
  revisionOf(context: ServerContext): string {
    return this.getNegotiatedProtocolVersion() ?? toldBy(context) ?? UNNAMED_REVISION;
  }

  /** What a client learns of a defect is only where its operator finds it. */
  #defect(cause: unknown): ProtocolError {
    const id = randomUUID();
    const { message, stack } = cause instanceof Error ? cause : new Error(String(cause));
    const problem = new Error(`Defect ${id}: ${message}`, { cause });
    if (stack !== undefined) problem.stack = `Defect ${id}: ${stack}`;
    this.onerror?.(problem);
    return new ProtocolError(
      ProtocolErrorCode.InternalError,
      `This server has a defect; its log tells of it under ${id}.`,
    );
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      const { observer, surface } = this.#services;
      const { id, _meta: meta, signal } = context.mcpReq;
      const call = observer.begin({
        method,
        tool: method === 'tools/call' ? toolOf(surface, request.params?.name) : undefined,
        id,
        protocol: this.getNegotiatedProtocolVersion() ?? toldBy(context),
        trace: traceContextOf(meta),
        origin: context.http?.authInfo?.extra?.origin as Origin | undefined,
      });
      this.#calls.set(context, call);
      const over = this.cancellable?.(id);
      try {
        const result = await wrapped(request, context);
        call.end(signal.aborted ? 'cancelled' : outcomeOf(result));
        return fitted(method, result, agreedIn(result) ?? this.revisionOf(context));
      } catch (thrown) {
        const error = invalidParams(method, thrown) ?? thrown;
        const code = error instanceof ProtocolError ? error.code : ProtocolErrorCode.InternalError;
        call.end(signal.aborted ? 'cancelled' : failureOf(code), code);
        throw isTold(error) || signal.aborted ? error : this.#defect(error);
      } finally {
        over?.();
      }
    };
  }
}

/** The revision that the head of a request names, which was checked before; clients of 2025 name it there alone. */
function toldBy({ http }: ServerContext): string | undefined {
  return http?.req?.headers.get('mcp-protocol-version') ?? undefined;
}

/** The revision that a handshake came to. */
function agreedIn({ protocolVersion }: Record<string, unknown>): string | undefined {
  return typeof protocolVersion === 'string' ? protocolVersion : undefined;
}

/** A tool by its name, as far as the observer may know it. */
export function toolOf(surface: Surface, name: unknown): string {
  return typeof name === 'string' && surface.wayTo(name) !== undefined ? name : UNKNOWN_TOOL;
}

/** Whether an error was made to be told: those of the protocol have a code of their own. */
function isTold(error: unknown): boolean {
  return error instanceof Error && 'code' in error && Number.isSafeInteger(error.code);
}

const MAX_ISSUES = 5;

/** The protocol error for a handshake that the SDK could not parse; undefined for any other failure. */
function invalidParams(method: string, error: unknown): ProtocolError | undefined {
  const issues = method === 'initialize' && error instanceof Error ? issuesIn(error) : undefined;
  if (!issues) return undefined;
  const told = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `${path.join('.').slice(0, 200)}: ${message}`);
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid params for ${method}: ${told.join('; ')}`,
  );
}

/** The SDK reports the issues of a schema as the JSON of an error's message. */
function issuesIn({ message }: Error): { path: string[]; message: string }[] | undefined {
  try {
    const issues: unknown = JSON.parse(message);
    return Array.isArray(issues) ? issues : undefined;
  } catch {
    return undefined;
  }
}

/** Whom a protocol error tells of. */
export function failureOf(code: number): Outcome {
  return code === ProtocolErrorCode.InternalError ? 'failed' : 'invalid';
}

function outcomeOf(result: Record<string, unknown>): Outcome {
  if (result.isError === true) return 'tool_error';
  return 'inputRequests' in result ? 'input_required' : 'ok';
}
