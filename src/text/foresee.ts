import { knownOf, MIN_CHARACTERS, remember, type Sanitized } from './known.ts';

/** Texts that together are longer take so long that a worker thread reads them. */
const MAX_LIGHT = 16_000;

/** How long they may take, in milliseconds; all of it is linear, so nothing honest comes near. */
const TIME_LIMIT_MS = 60_000;
const MEMORY_LIMIT_MB = 512;

const THREADS = 2;

/** An unused thread ends after this. */
const IDLE_MS = 30_000;

/** Texts cannot be made safe to read; the message says why. */
class TextError extends Error {
  override readonly name = 'TextError';
}

type Pool = import('tinypool').default;

let pool: Promise<Pool> | undefined;

/**
 * Has the long texts in JSON data sanitized by a worker thread, so that whoever sanitizes them next finds it done and
 * nobody else waits. Undefined where there is nothing long; rejects with a `TextError` where it takes too much.
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
    // Threads do not inherit the loader that the source itself runs with.
    execArgv: isSource ? ['--import', 'tsx'] : [],
  });
  started.on('error', () => {
    pool = undefined;
  });
  return started;
}
