import { knownOf, MIN_CHARACTERS, remember, type Sanitized } from './known.ts';

/** Texts with more characters than this in all are sanitized by a worker thread. */
const MAX_LIGHT = 16_000;

/** Timeout in milliseconds. The work is linear, so no honest text comes near it. */
const TIME_LIMIT_MS = 60_000;
const MEMORY_LIMIT_MB = 512;

const THREADS = 2;

/** An idle thread ends after this many milliseconds. */
const IDLE_MS = 30_000;

/** Texts cannot be sanitized; the message says why. */
class TextError extends Error {
  override readonly name = 'TextError';
}

type Pool = import('tinypool').default;

let pool: Promise<Pool> | undefined;

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
  pool ??= start();
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    const all: Sanitized[] = await (await pool).run(texts, { signal });
    for (const [index, sanitized] of all.entries()) remember(texts[index] as string, sanitized);
  } catch (error) {
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    const limit = limitOf(error, signal);
    if (limit) throw new TextError(`${characters} characters take more than ${limit} to sanitize`);
    throw error;
  }
}

function limitOf(error: unknown, { aborted }: AbortSignal): string | undefined {
  if (aborted) return `${TIME_LIMIT_MS / 1_000} s`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? `${MEMORY_LIMIT_MB} MB` : undefined;
}

async function start(): Promise<Pool> {
  const { default: Tinypool } = await import('tinypool');
  const isSource = import.meta.url.endsWith('.ts');
  const started = new Tinypool({
    filename: new URL(isSource ? './tasks.ts' : './text-tasks.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    // Threads do not inherit the loader that the sources run with.
    execArgv: isSource ? ['--import', 'tsx'] : [],
  });
  started.on('error', () => {
    pool = undefined;
  });
  return started;
}
