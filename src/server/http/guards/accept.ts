import type { Guard } from './guard.ts';

/** What the SDK wants to read in full. */
const BOTH = 'application/json, text/event-stream';

/** A media range that stands for all, without being refused (`;q=0`). */
const ANYTHING = /(^|,)\s*\*\/\*\s*(;(?!\s*q=0(\.0*)?\s*(,|$))[^,]*)?(,|$)/;

/** Takes a client that accepts anything for one that accepts both forms of an answer. */
export const acceptAnything: Guard = ({ request: { method, headers } }) => {
  if (method !== 'POST') return;
  if (headers.accept === undefined || ANYTHING.test(headers.accept)) headers.accept = BOTH;
};
