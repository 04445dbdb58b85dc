import { isDeepStrictEqual } from 'node:util';
import { sanitizeText } from '../../text/index.ts';
import { loadTokenizer } from '../views/tokens.ts';
import { TEXT_SHARE } from './cut.ts';

/**
 * What became of a page's document that was read as a tree and written back: nothing (`same`), the end of its lists is
 * missing because it was too long for one answer of so many tokens (`cut`), or anything else (`changed`).
 */
export async function comparedDocument(
  stored: unknown,
  written: unknown,
  maxTokens = Number.POSITIVE_INFINITY,
): Promise<'same' | 'cut' | 'changed'> {
  const [shown, given] = [readable(stored), readable(written)];
  if (isDeepStrictEqual(shown, given)) return 'same';
  if (!lacksEnd(shown, given)) return 'changed';
  const text = JSON.stringify(shown);
  const most = maxTokens * TEXT_SHARE;
  if (Buffer.byteLength(text) <= most) return 'changed';
  return (await loadTokenizer()).fits(text, most) ? 'changed' : 'cut';
}

/** A JSON value as an answer shows it. */
function readable(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(readable);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, readable(member)]));
}

/** Whether a list in a tree lost its last items and nothing else. */
function lacksEnd(stored: unknown, written: unknown): boolean {
  if (Array.isArray(stored) && Array.isArray(written)) {
    const isBeginning = written.every((item, at) => isSameNode(stored[at], item));
    if (written.length > 0 && written.length < stored.length && isBeginning) return true;
    return written.some((item, at) => lacksEnd(stored[at], item));
  }
  if (!isObject(stored) || !isObject(written)) return false;
  return Object.entries(stored).some(([key, member]) => lacksEnd(member, written[key]));
}

/** Nodes keep their keys when they are edited. */
function isSameNode(one: unknown, other: unknown): boolean {
  const isKeyed = isObject(one) && isObject(other) && one.key !== undefined;
  return isKeyed ? one.key === other.key : isDeepStrictEqual(one, other);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
