import type { IncomingMessage } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  classifyInboundRequest,
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import type { Fields } from '../../json/index.ts';
import type { Era } from '../approval.ts';
import {
  type Handshake,
  type PlainCall,
  type PlainRequest,
  plainHandshake,
  plainMessage,
} from '../fast-path/recognise.ts';
import { TRACE_KEYS, type TraceContext, traceContextOf } from '../observe/trace-context.ts';
import { isPlain } from '../plain-json.ts';
import { MODERN_REVISION } from '../revisions.ts';

/** A plain request as it was posted. Most traffic consists of these. */
export type PostedRequest = PostedHandshake | PostedList | PostedCall;

/** The protocol of a posted request, and its trace. */
interface Posted {
  era: Era;
  /** Revision of the protocol. */
  protocol: string;
  /** The request's trace context, if it carries one. */
  trace: TraceContext | undefined;
}

export type PostedHandshake = Posted & Handshake & { method: 'initialize' };

export type PostedList = Posted & Omit<PlainRequest, 'meta'> & { method: 'tools/list' };

export type PostedCall = Posted &
  Omit<PlainCall, 'meta'> & {
    /** Whether the client supports elicitation. */
    askable: boolean;
  };

/** A longer body is rarely a plain call, and reading it twice would be expensive. */
const MAX_BODY_BYTES = 64 * 1024;

const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;

const TRACE = new Set<string>(TRACE_KEYS);
const ENVELOPE = new Set<string>([
  ...TRACE,
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
]);

/** Whether a request can be a plain one, judging by its headers. Only then is its body worth reading here. */
export function mayBePlain({ method, headers }: IncomingMessage): boolean {
  const { accept = '', 'content-type': type = '', 'content-length': length } = headers;
  return (
    method === 'POST' &&
    JSON_TYPE.test(type) &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    headers['content-encoding'] === undefined &&
    Number(length) <= MAX_BODY_BYTES
  );
}

/** Recognises a plain request by its headers and its body, which have to agree. */
export function postedRequest(
  headers: IncomingMessage['headers'],
  body: unknown,
): PostedRequest | undefined {
  const message = plainMessage(body);
  if (!message) return postedHandshake(headers, body);
  if (message.method !== 'tools/list' && message.method !== 'tools/call') return undefined;
  const { id, meta = {} } = message;
  const posted = postedAs(headers, message.method, meta);
  if (!posted) return undefined;
  if (message.method !== 'tools/call') return { method: 'tools/list', id, ...posted };
  const { method, name, arguments: args } = message;
  const isModern = posted.era === 'modern';
  if (isModern && headers['mcp-name'] !== name) return undefined;
  const { era, protocol, trace } = posted;
  const askable = isModern && canAsk(meta);
  return { method, id, name, arguments: args, era, protocol, trace, askable };
}

/** Recognises a plain handshake. There are no sessions, so nothing follows from it. */
function postedHandshake(
  headers: IncomingMessage['headers'],
  body: unknown,
): PostedHandshake | undefined {
  const handshake = plainHandshake(body);
  const posted = handshake && postedAs(headers, 'initialize', {});
  if (posted?.era !== 'legacy') return undefined;
  return { method: 'initialize', ...handshake, ...posted } as PostedHandshake;
}

/** The protocol of a plain message whose headers agree with it; undefined if they do not. */
function postedAs(
  headers: IncomingMessage['headers'],
  method: string,
  meta: Fields,
): Posted | undefined {
  if (!isPlain(meta, ENVELOPE)) return undefined;
  const version = single(headers['mcp-protocol-version']);
  const named = single(headers['mcp-method']);
  const kind = kindOf({ method, meta, version, named });
  if (kind === 'legacy') {
    const protocol = version ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION;
    if (!SUPPORTED_PROTOCOL_VERSIONS.includes(protocol) || !isPlain(meta, TRACE)) return undefined;
    return { era: 'legacy', protocol, trace: traceContextOf(meta) };
  }
  if (kind !== 'modern' || version !== MODERN_REVISION || named !== method) return undefined;
  return { era: 'modern', protocol: version, trace: traceContextOf(meta) };
}

/** The fields that determine the era of a plain message. */
interface Claims {
  method: string;
  meta: Fields;
  version: string | undefined;
  /** The method that the headers name. */
  named: string | undefined;
}

type RequestKind = ReturnType<typeof classifyInboundRequest>['kind'];

/** Clients repeat the same claims with every request, and checking them takes longer than looking them up. */
const kinds = new LRUCache<string, RequestKind>({ max: 256 });

const MAX_KNOWN_LENGTH = 2048;

function kindOf({ method, meta, version, named }: Claims): RequestKind {
  // The trace context differs in each request and says nothing about its era.
  const own = TRACE_KEYS.some((key) => key in meta) ? withoutTrace(meta) : meta;
  const claims = textOf({ method, meta: own, version, named });
  const known = kinds.get(claims);
  if (known) return known;
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    body: { jsonrpc: '2.0', id: 1, method, params: { _meta: own } },
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(named !== undefined && { mcpMethodHeader: named }),
  });
  if (claims.length <= MAX_KNOWN_LENGTH) kinds.set(claims, kind);
  return kind;
}

/** Claims as text. Most have no `_meta`; the others need no JSON, because headers contain no line breaks. */
function textOf({ method, meta, version, named }: Claims): string {
  for (const _ in meta) return JSON.stringify([method, meta, version, named]);
  const suffix = (header: string | undefined) => (header === undefined ? '' : `:${header}`);
  return `${method}\n${suffix(version)}\n${suffix(named)}`;
}

function withoutTrace(meta: Fields): Fields {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !TRACE.has(key)));
}

function canAsk(meta: Fields): boolean {
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  return (capabilities as ClientCapabilities).elicitation !== undefined;
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
