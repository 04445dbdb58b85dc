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
import type { Era } from '../approval.ts';
import { TRACE_KEYS, type TraceContext, traceContextOf } from '../observe/trace-context.ts';
import { type Fields, isArguments, isId, isPlain, parsed } from '../plain.ts';

/** A request that most traffic consists of, so plain that nothing but its answer can follow from it. */
export type HotRequest = HotList | HotCall;

interface Hot {
  era: Era;
  /** Revision of the protocol. */
  protocol: string;
  id: string | number;
  /** Where in a trace it belongs, as far as it says so. */
  trace: TraceContext | undefined;
}

export interface HotList extends Hot {
  method: 'tools/list';
}

export interface HotCall extends Hot {
  method: 'tools/call';
  name: string;
  arguments: Record<string, unknown> | undefined;
  /** The client says that it can ask a person. */
  askable: boolean;
}

/** The revision of the modern era that the SDK serves. */
export const MODERN_REVISION = '2026-07-28';

/** A longer body is rarely a plain call, and reading it twice would cost. */
const MAX_BODY_BYTES = 64 * 1024;

const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;

const MESSAGE = new Set(['jsonrpc', 'id', 'method', 'params']);
const LIST_PARAMS = new Set(['_meta']);
const CALL_PARAMS = new Set(['name', 'arguments', '_meta']);
const TRACE = new Set<string>(TRACE_KEYS);
const ENVELOPE = new Set<string>([
  ...TRACE,
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
]);

/** Whether a request can be a hot one, as far as its head tells; only then is its body worth reading here. */
export function mayBeHot({ method, headers }: IncomingMessage): boolean {
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

/**
 * Recognises a hot request by its headers and its body. Undefined for all that is not exactly the plain form, valid or
 * not: the SDK knows what to do with it.
 */
export function hotRequest(
  headers: IncomingMessage['headers'],
  text: string,
): HotRequest | undefined {
  const body = parsed(text);
  if (!isPlain(body, MESSAGE) || !isId(body.id)) return undefined;
  const { id, method, params = {} } = body;
  if (method === 'tools/list') {
    const revision = isPlain(params, LIST_PARAMS) && revisionOf(headers, body, params._meta);
    return revision ? { method, id, ...revision } : undefined;
  }
  if (method !== 'tools/call' || !isPlain(params, CALL_PARAMS)) return undefined;
  const { name, arguments: args, _meta: meta } = params;
  if (typeof name !== 'string' || !isArguments(args)) return undefined;
  const revision = revisionOf(headers, body, meta);
  if (!revision) return undefined;
  const isModern = revision.era === 'modern';
  if (isModern && headers['mcp-name'] !== name) return undefined;
  return { method, id, ...revision, name, arguments: args, askable: isModern && canAsk(meta) };
}

/** The revision of a plain message whose headers agree with it; undefined where they do not. */
function revisionOf(
  headers: IncomingMessage['headers'],
  body: Fields,
  meta: unknown = {},
): Pick<Hot, 'era' | 'protocol' | 'trace'> | undefined {
  const version = single(headers['mcp-protocol-version']);
  const method = single(headers['mcp-method']);
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
  });
  if (kind === 'legacy') {
    const protocol = version ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION;
    if (!SUPPORTED_PROTOCOL_VERSIONS.includes(protocol) || !isPlain(meta, TRACE)) return undefined;
    return { era: 'legacy', protocol, trace: traceContextOf(meta) };
  }
  const served = version === MODERN_REVISION && method === body.method;
  if (kind !== 'modern' || !served || !isPlain(meta, ENVELOPE)) return undefined;
  return { era: 'modern', protocol: version, trace: traceContextOf(meta) };
}

function canAsk(meta: unknown): boolean {
  const capabilities = (meta as Fields)[CLIENT_CAPABILITIES_META_KEY];
  return (capabilities as ClientCapabilities).elicitation !== undefined;
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
