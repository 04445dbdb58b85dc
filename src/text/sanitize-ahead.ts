import { weightOf } from '../json/index.ts';
import { OverLimit, ThreadPool } from '../thread-pool.ts';
import { turns } from '../turns.ts';
import { sanitizeText } from './sanitize.ts';
import { cachedResult, cacheResult, MIN_CHARACTERS, type Sanitized } from './sanitized-cache.ts';

/** Texts with more characters than this in all are sanitized by a worker thread. */
const MAX_LIGHT = 16_000;

/** The work is linear, so no legitimate text comes near the limits. */
const pool = new ThreadPool<readonly string[], Sanitized[]>(
  import.meta.url,
  { source: './tasks.ts', built: './text-tasks.js' },
  { threads: 2, timeMs: 60_000, memoryMb: 512 },
);

/** Texts cannot be sanitized; the message says why. */
class TextError extends Error {
  override readonly name = 'TextError';
}

/** Values between two checks of the clock. */
const STEPS = 256;

/** Smaller data is searched for long texts at once. */
const MAX_AT_ONCE = 500_000;

/**
 * Sanitizes the long texts in JSON data in advance, in a worker thread, so a later call finds them cached. Undefined if
 * nothing is long; rejects with a `TextError` if a limit is exceeded.
 */
export function sanitizeAhead(data: unknown): Promise<void> | undefined {
  const found = new LongTexts();
  if (weightOf(data, MAX_AT_ONCE) > MAX_AT_ONCE) {
    return found.collectInTurns(data).then(() => sanitizeIfLong(found));
  }
  found.collect(data);
  return sanitizeIfLong(found);
}

/** A text as readers see it; in a worker thread if it is long. Rejects with a `TextError` if a limit is exceeded. */
export async function sanitizeLong(text: string): Promise<string> {
  await sanitizeAhead(text);
  return sanitizeText(text);
}

/** The texts that are too long to be sanitized here. */
class LongTexts {
  readonly texts = new Set<string>();
  characters = 0;

  collect(value: unknown): void {
    if (typeof value === 'string') this.#add(value);
    else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) this.collect(member);
    }
  }

  /** The same, yielding to other work after some values. A list is not copied, because it may have a million items. */
  async collectInTurns(data: unknown): Promise<void> {
    const turn = turns();
    const rest: object[] = [[data]];
    let steps = 0;
    for (let next = rest.pop(); next; next = rest.pop()) {
      for (const member of Array.isArray(next) ? next : Object.values(next)) {
        if (typeof member === 'string') this.#add(member);
        else if (typeof member === 'object' && member !== null) rest.push(member);
        steps += 1;
        const waiting = steps % STEPS === 0 ? turn() : undefined;
        if (waiting) await waiting;
      }
    }
  }

  #add(text: string): void {
    if (text.length < MIN_CHARACTERS || cachedResult(text) || this.texts.has(text)) return;
    this.texts.add(text);
    this.characters += text.length;
  }
}

function sanitizeIfLong({ texts, characters }: LongTexts): Promise<void> | undefined {
  return characters > MAX_LIGHT ? sanitizeInThread([...texts]) : undefined;
}

async function sanitizeInThread(texts: readonly string[]): Promise<void> {
  try {
    const all = await pool.run(texts);
    for (const [index, sanitized] of all.entries()) cacheResult(texts[index] as string, sanitized);
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    throw new TextError(`${characters} characters take more than ${error.limit} to sanitize`);
  }
}
