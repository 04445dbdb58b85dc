import type { Fields } from '../json/index.ts';
import { LISTEN } from './events/listen-method.ts';
import { isId, isObject, type RequestId } from './plain-json.ts';

/** Maximum characters of what answers, notifications and refusals repeat. */
const MAX_LENGTH = 10_000;

/** Parameters that are repeated: what a request is about, and the request that is cancelled. */
const REPEATED = ['name', 'uri', 'protocolVersion', 'requestId'];

/** Maximum values in what the SDK validates one by one in each request. */
const MAX_VALUES = 5_000;

/**
 * Says which part of a message is longer than what may be repeated, or has more values than are validated; undefined if
 * none does.
 */
export function longParameterIn(message: unknown): string | undefined {
  for (const one of [message].flat()) {
    if (!isObject(one)) continue;
    const long = longPartOf(one);
    if (long) return `${long} is longer than ${MAX_LENGTH} characters.`;
    const { params } = one;
    const full = VALIDATED.find((name) => isObject(params) && isFull(params[name]));
    if (full) return `params.${full} has more than ${MAX_VALUES} values. Send fewer.`;
  }
  return undefined;
}

/** What the SDK validates member by member. */
const VALIDATED = ['_meta', 'capabilities', 'clientInfo', 'notifications'];

function isFull(value: unknown): boolean {
  const waiting: unknown[] = [value];
  let left = MAX_VALUES;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const members = Object.values(next);
    left -= members.length;
    if (left < 0) return true;
    for (const member of members) waiting.push(member);
  }
  return false;
}

function longPartOf(message: Fields): string | undefined {
  const params = fieldsOf(message.params);
  const meta = fieldsOf(params._meta);
  return (
    longOf(message, ['jsonrpc', 'id', 'method']) ??
    longOf(params, REPEATED, 'params.') ??
    longOf(meta, ['progressToken', 'io.modelcontextprotocol/protocolVersion'], 'params._meta.') ??
    (message.method === LISTEN ? longUri(params) : undefined)
  );
}

function longOf(fields: Fields, names: readonly string[], prefix = ''): string | undefined {
  const long = names.find((name) => isLong(fields[name]));
  return long && prefix + long;
}

/** A subscription names many URIs; the one that cannot be watched is repeated. */
function longUri(params: Fields): string | undefined {
  const { resourceSubscriptions: uris } = fieldsOf(params.notifications);
  const isOneLong = Array.isArray(uris) && uris.some(isLong);
  return isOneLong ? 'A URI of params.notifications.resourceSubscriptions' : undefined;
}

/** Whether this is an id that may be repeated. */
export function isShortId(id: unknown): id is RequestId {
  return isId(id) && !isLong(id);
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.length > MAX_LENGTH;
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}
