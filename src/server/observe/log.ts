import type { LogRecord } from './log-record.ts';
import { problemRecord } from './problem.ts';

/** Log levels, from the most to the least verbose; `silent` writes nothing. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes JSON to stderr, one record on a line. */
export interface Log {
  isOn(level: LogLevel): boolean;
  write(level: Exclude<LogLevel, 'silent'>, record: LogRecord): void;
  /** Writes a record at once. */
  say(record: LogRecord): void;
  problem(problem: Error): void;
  /** Flushes the buffer. */
  flush(): void;
}

/** Maximum size of the buffer in characters, and maximum delay in milliseconds. */
const GATHERED_CHARACTERS = 48 * 1024;
const GATHERED_MS = 500;

/** Maximum characters that wait for a slow reader; what comes then is dropped. */
const WAITING_CHARACTERS = 8 * 1024 * 1024;

/** Milliseconds that a flush waits for a slow reader. */
const LAST_WAIT_MS = 1_000;

/** Opens the log. The library is loaded only if something may be written. */
export async function openLog(level: LogLevel): Promise<Log> {
  if (level === 'silent') return SILENT;
  const { default: SonicBoom } = await import('sonic-boom');
  let giveUpAt = Number.POSITIVE_INFINITY;
  const destination = new SonicBoom({
    fd: process.stderr.fd,
    sync: false,
    maxWrite: 2 * GATHERED_CHARACTERS,
    maxLength: WAITING_CHARACTERS,
    retryEAGAIN: () => Date.now() < giveUpAt,
  });
  // Nobody reads stderr: there is nowhere left to report that.
  let isBroken = false;
  destination.on('error', () => {
    isBroken = true;
  });
  const now = isoTimes();
  const least = LOG_LEVELS.indexOf(level);
  const isOn = (level: LogLevel) => LOG_LEVELS.indexOf(level) >= least;
  // The library buffers, too, but for each line it copies and measures its whole buffer.
  let gathered = '';
  const pass = () => {
    if (gathered !== '') destination.write(gathered);
    gathered = '';
  };
  setInterval(pass, GATHERED_MS).unref();
  // Every record has an event, so its JSON can follow these members.
  const write: Log['write'] = (at, record) => {
    if (!isOn(at)) return;
    const fields = JSON.stringify(record).slice(1);
    gathered += `{"level":"${at}","time":"${now()}","pid":${process.pid},${fields}\n`;
    if (gathered.length > GATHERED_CHARACTERS) pass();
  };
  const flush = () => {
    if (isBroken) return;
    pass();
    giveUpAt = Date.now() + LAST_WAIT_MS;
    try {
      destination.flushSync();
    } catch {
      isBroken = true;
    }
    giveUpAt = Number.POSITIVE_INFINITY;
  };
  process.once('exit', flush);
  return {
    isOn,
    write,
    say: (record) => {
      write('info', record);
      pass();
    },
    problem: (problem) => write('warn', problemRecord(problem)),
    flush,
  };
}

/** The time of a record. The part that stays the same within a second is cached. */
function isoTimes(): () => string {
  let second = Number.NaN;
  let begin = '';
  return () => {
    const now = Date.now();
    const milliseconds = now % 1000;
    if (now - milliseconds !== second) {
      second = now - milliseconds;
      begin = new Date(second).toISOString().slice(0, -'000Z'.length);
    }
    return `${begin}${String(milliseconds).padStart(3, '0')}Z`;
  };
}

/** Writes nothing. */
const SILENT: Log = {
  isOn: () => false,
  write: ignore,
  say: ignore,
  problem: ignore,
  flush: ignore,
};

function ignore(): void {}
