import { type TraceContext, traceContextOf } from '../observe/trace-context.ts';
import { type Fields, isArguments, isId, isObject, isPlain } from '../plain.ts';

type Id = string | number;

/** A message on a connection of the 2025 revisions that is so plain that nothing but its answer can follow from it. */
export type PlainMessage = PlainRequest | PlainCall | { method: 'initialized' } | Cancellation;

interface PlainRequest {
  method: 'ping' | 'tools/list';
  id: Id;
}

export interface PlainCall {
  method: 'tools/call';
  id: Id;
  name: string;
  arguments: Fields | undefined;
  /** Present where the client wants to hear how far the call is. */
  progressToken: Id | undefined;
  trace: TraceContext | undefined;
}

interface Cancellation {
  method: 'cancelled';
  /** The request that nobody waits for any more. */
  request: Id;
}

const REQUEST = new Set(['jsonrpc', 'id', 'method', 'params']);
const NOTIFICATION = new Set(['jsonrpc', 'method', 'params']);
const CALL_PARAMS = new Set(['name', 'arguments', '_meta']);
const CANCEL_PARAMS = new Set(['requestId', 'reason']);
const NOTHING = new Set<string>();

/** What names of the protocol itself begin with: those mean something to the SDK. */
const PROTOCOL_META = 'io.modelcontextprotocol/';

/** Recognises a plain message. Undefined for all that is not exactly of that form, valid or not. */
export function plainMessage(message: unknown): PlainMessage | undefined {
  if (!isObject(message) || message.jsonrpc !== '2.0') return undefined;
  const { id, method, params = {} } = message;
  if (id === undefined) {
    return isPlain(message, NOTIFICATION) ? plainNotification(method, params) : undefined;
  }
  if (!isPlain(message, REQUEST) || !isId(id)) return undefined;
  if (method === 'ping' || method === 'tools/list') {
    return isPlain(params, NOTHING) ? { method, id } : undefined;
  }
  return method === 'tools/call' ? plainCall(id, params) : undefined;
}

function plainNotification(method: unknown, params: unknown): PlainMessage | undefined {
  if (method === 'notifications/initialized' && isPlain(params, NOTHING)) {
    return { method: 'initialized' };
  }
  if (method !== 'notifications/cancelled' || !isPlain(params, CANCEL_PARAMS)) return undefined;
  const { requestId, reason } = params;
  const isRight = isId(requestId) && (reason === undefined || typeof reason === 'string');
  return isRight ? { method: 'cancelled', request: requestId } : undefined;
}

function plainCall(id: Id, params: unknown): PlainCall | undefined {
  if (!isPlain(params, CALL_PARAMS)) return undefined;
  const { name, arguments: args, _meta: meta = {} } = params;
  if (typeof name !== 'string' || !isArguments(args) || !isObject(meta)) return undefined;
  if (Object.keys(meta).some((key) => key.startsWith(PROTOCOL_META))) return undefined;
  const { progressToken } = meta;
  if (progressToken !== undefined && !isId(progressToken)) return undefined;
  const trace = traceContextOf(meta);
  return { method: 'tools/call', id, name, arguments: args, progressToken, trace };
}
