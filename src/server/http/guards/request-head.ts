import { type Guard, HttpRefusal } from './guard.ts';

/** The methods of MCP over HTTP. The last two belong to sessions, which the SDK refuses in its own words. */
const METHODS = new Set(['POST', 'GET', 'DELETE']);

const REFUSED = new HttpRefusal(405, 'Send messages with POST.', { allow: 'POST' });

/** Refuses other methods. */
export const allowMethods: Guard = ({ request: { method = '' } }) => {
  if (!METHODS.has(method)) throw REFUSED;
  return undefined;
};

/** The header that the SDK requires. */
const BOTH = 'application/json, text/event-stream';

/** A media range that includes everything and is not excluded (`;q=0`). */
const ANYTHING = /(^|,)\s*\*\/\*\s*(;(?!\s*q=0(\.0*)?\s*(,|$))[^,]*)?(,|$)/;

/** Treats a client that accepts anything as one that accepts both forms of an answer. */
export const acceptAnything: Guard = ({ request: { method, headers } }) => {
  if (method !== 'POST') return;
  if (headers.accept === undefined || ANYTHING.test(headers.accept)) headers.accept = BOTH;
};
