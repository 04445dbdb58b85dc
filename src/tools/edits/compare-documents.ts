import { isDeepStrictEqual } from 'node:util';
import { sanitizeText } from '../../text/index.ts';
import { loadTokenizer } from '../views/tokens.ts';
import { TEXT_SHARE } from './truncated-text.ts';

/**
 * Compares a document with what a caller wrote back: it is unchanged (`same`), it lacks the end of a list because the
 * answer was too short for it (`cut`), or it differs in any other way (`changed`).
 */
export async function compareDocuments(
  stored: unknown,
  written: unknown,
  maxTokens = Number.POSITIVE_INFINITY,
): Promise<'same' | 'cut' | 'changed'> {
  const [shown, given] = [sanitizeJson(stored), sanitizeJson(written)];
  if (isDeepStrictEqual(shown, given)) return 'same';
  if (!isTruncatedTree(shown, given)) return 'changed';
  const text = JSON.stringify(shown);
  const most = maxTokens * TEXT_SHARE;
  if (Buffer.byteLength(text) <= most) return 'changed';
  return (await loadTokenizer()).fits(text, most) ? 'changed' : 'cut';
}

/** A JSON value as an answer shows it. */
function sanitizeJson(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sanitizeJson);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, sanitizeJson(member)]),
  );
}

/** Whether a list in a tree lost its last items and nothing else. */
function isTruncatedTree(stored: unknown, written: unknown): boolean {
  if (Array.isArray(stored) && Array.isArray(written)) {
    const isBeginning = written.every((item, at) => isSameNode(stored[at], item));
    if (written.length > 0 && written.length < stored.length && isBeginning) return true;
    return written.some((item, at) => isTruncatedTree(stored[at], item));
  }
  if (!isObject(stored) || !isObject(written)) return false;
  return Object.entries(stored).some(([key, member]) => isTruncatedTree(member, written[key]));
}

/** Nodes keep their keys when they are edited. */
function isSameNode(one: unknown, other: unknown): boolean {
  const isKeyed = isObject(one) && isObject(other) && one.key !== undefined;
  return isKeyed ? one.key === other.key : isDeepStrictEqual(one, other);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
