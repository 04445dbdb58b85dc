import type { Fields } from '../../json/index.ts';
import { isArguments, isId, isObject, isPlain, type RequestId } from '../plain.ts';

/** A message so plain that it has only one possible answer. */
export type PlainMessage = PlainRequest | PlainCall | { method: 'initialized' } | Cancelled;

export interface PlainRequest {
  method: 'ping' | 'tools/list';
  id: RequestId;
  /** The request's `_meta`; undefined if it has no parameters at all. */
  meta: Fields | undefined;
}

export interface PlainCall {
  method: 'tools/call';
  id: RequestId;
  name: string;
  arguments: Fields | undefined;
  meta: Fields | undefined;
}

interface Cancelled {
  method: 'cancelled';
  /** The id of the cancelled request. */
  request: RequestId;
}

const REQUEST = new Set(['jsonrpc', 'id', 'method', 'params']);
const NOTIFICATION = new Set(['jsonrpc', 'method', 'params']);
const PARAMS = new Set(['_meta']);
const CALL_PARAMS = new Set(['name', 'arguments', '_meta']);
const CANCEL_PARAMS = new Set(['requestId', 'reason']);
const NOTHING = new Set<string>();

/**
 * Recognises a plain message, over any transport. Undefined for anything that is not exactly of that form, valid or
 * not: the SDK handles it. What `_meta` may contain depends on the transport and is left to it.
 */
export function plainMessage(message: unknown): PlainMessage | undefined {
  if (!isObject(message) || message.jsonrpc !== '2.0') return undefined;
  const { id, method, params = {} } = message;
  if (id === undefined) {
    return isPlain(message, NOTIFICATION) ? plainNotification(method, params) : undefined;
  }
  if (!isPlain(message, REQUEST) || !isId(id)) return undefined;
  if (method === 'tools/call') return plainCall(id, params);
  if (method !== 'ping' && method !== 'tools/list') return undefined;
  if (!isPlain(params, PARAMS) || !isMeta(params._meta)) return undefined;
  return { method, id, meta: params._meta };
}

/** Prefixes that the protocol reserves. Such names mean something to the SDK. */
const PROTOCOL_META = 'io.modelcontextprotocol/';

/** The same on a connection of the 2025 revisions, which agreed on a protocol earlier. */
export function plainOnConnection(message: unknown): PlainMessage | undefined {
  const plain = plainMessage(message);
  if (!plain || !('meta' in plain)) return plain;
  const { method, meta } = plain;
  if (method !== 'tools/call') return meta === undefined ? plain : undefined;
  if (!meta) return plain;
  const { progressToken } = meta;
  const isRight = progressToken === undefined || isId(progressToken);
  const isOurs = Object.keys(meta).every((key) => !key.startsWith(PROTOCOL_META));
  return isRight && isOurs ? plain : undefined;
}

function plainCall(id: RequestId, params: unknown): PlainCall | undefined {
  if (!isPlain(params, CALL_PARAMS)) return undefined;
  const { name, arguments: args, _meta: meta } = params;
  if (typeof name !== 'string' || !isArguments(args) || !isMeta(meta)) return undefined;
  return { method: 'tools/call', id, name, arguments: args, meta };
}

function isMeta(meta: unknown): meta is Fields | undefined {
  return meta === undefined || isObject(meta);
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
