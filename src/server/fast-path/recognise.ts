import type { Fields } from '../../json/index.ts';
import { isArguments, isId, isObject, isPlain, type RequestId } from '../plain-json.ts';

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

/** A handshake of the 2025 revisions, plain enough to have only one possible answer. */
export interface Handshake {
  id: string | number;
  /** The revision that the client requests. */
  revision: string;
  /** Whether the client supports elicitation. */
  askable: boolean;
  /** The client offers folders. */
  hasRoots: boolean;
}

const HANDSHAKE_PARAMS = new Set(['protocolVersion', 'capabilities', 'clientInfo']);
const TEXTS = ['title', 'websiteUrl', 'description'];

/** The shape that the SDK requires of each capability. One that it does not know can be anything. */
const CAPABILITIES: Readonly<Record<string, (value: unknown) => boolean>> = {
  experimental: isOfObjects,
  extensions: isOfObjects,
  sampling: isOfObjects,
  elicitation: (value) =>
    isOfObjects(value) && isFlag(isObject(value.form) && value.form.applyDefaults),
  roots: (value) => isObject(value) && isFlag(value.listChanged),
  tasks: isNestedObject,
};

/** Recognises a handshake. Undefined for anything that is not exactly the plain form, valid or not. */
export function plainHandshake(message: unknown): Handshake | undefined {
  if (!isPlain(message, REQUEST) || message.jsonrpc !== '2.0' || !isId(message.id))
    return undefined;
  const { id, method, params } = message;
  if (method !== 'initialize' || !isPlain(params, HANDSHAKE_PARAMS)) return undefined;
  const { protocolVersion: revision, capabilities, clientInfo } = params;
  const isRight =
    typeof revision === 'string' && isClientInfo(clientInfo) && areCapabilities(capabilities);
  if (!isRight) return undefined;
  return {
    id,
    revision,
    askable: capabilities.elicitation !== undefined,
    hasRoots: capabilities.roots !== undefined,
  };
}

function isClientInfo(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.version === 'string' &&
    TEXTS.every((name) => value[name] === undefined || typeof value[name] === 'string') &&
    (value.icons === undefined || (Array.isArray(value.icons) && value.icons.every(isIcon)))
  );
}

function isIcon(icon: unknown): boolean {
  return (
    isObject(icon) &&
    typeof icon.src === 'string' &&
    (icon.mimeType === undefined || typeof icon.mimeType === 'string') &&
    (icon.sizes === undefined || isTexts(icon.sizes)) &&
    (icon.theme === undefined || icon.theme === 'light' || icon.theme === 'dark')
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function areCapabilities(value: unknown): value is Fields {
  return (
    isObject(value) &&
    Object.entries(CAPABILITIES).every(([name, isRight]) => {
      const capability = value[name];
      return capability === undefined || isRight(capability);
    })
  );
}

function isOfObjects(value: unknown): value is Fields {
  return isObject(value) && Object.values(value).every(isObject);
}

function isNestedObject(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isNestedObject);
}

function isFlag(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean';
}
