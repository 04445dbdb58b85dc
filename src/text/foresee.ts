import { OverLimit, Threads } from '../threads.ts';
import { knownOf, MIN_CHARACTERS, remember, type Sanitized } from './known.ts';

/** Texts with more characters than this in all are sanitized by a worker thread. */
const MAX_LIGHT = 16_000;

/** The work is linear, so no honest text comes near the limits. */
const threads = new Threads<readonly string[], Sanitized[]>(
  import.meta.url,
  { source: './tasks.ts', built: './text-tasks.js' },
  { threads: 2, timeMs: 60_000, memoryMb: 512 },
);

/** Texts cannot be sanitized; the message says why. */
class TextError extends Error {
  override readonly name = 'TextError';
}

/**
 * Lets a worker thread sanitize the long texts in JSON data in advance, so that a later call finds them cached and
 * nobody else waits. Undefined if nothing is long; rejects with a `TextError` if a limit is exceeded.
 */
export function foresee(data: unknown): Promise<void> | undefined {
  const texts = new Set<string>();
  collect(data, texts);
  let characters = 0;
  for (const text of texts) characters += text.length;
  return characters > MAX_LIGHT ? sanitizeAhead([...texts]) : undefined;
}

function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length >= MIN_CHARACTERS && !knownOf(value)) texts.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collect(member, texts);
  }
}

async function sanitizeAhead(texts: readonly string[]): Promise<void> {
  try {
    const all = await threads.run(texts);
    for (const [index, sanitized] of all.entries()) remember(texts[index] as string, sanitized);
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    throw new TextError(`${characters} characters take more than ${error.limit} to sanitize`);
  }
}
