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

/** Maximum size of the buffer in bytes, and maximum delay in milliseconds. */
const GATHERED_BYTES = 12 * 1024;
const GATHERED_MS = 500;

/** Opens the log. The library is loaded only if something may be written. */
export async function openLog(level: LogLevel): Promise<Log> {
  if (level === 'silent') return SILENT;
  const { default: pino } = await import('pino');
  const destination = pino.destination({
    dest: process.stderr.fd,
    sync: false,
    minLength: GATHERED_BYTES,
    periodicFlush: GATHERED_MS,
  });
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: isoTimes(),
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  const log: Log = {
    isOn: (asked) => logger.isLevelEnabled(asked),
    write: (at, record) => logger[at](record),
    say: (record) => {
      logger.info(record);
      destination.flush();
    },
    problem: (problem) => logger.warn(problemRecord(problem)),
    flush: () => destination.flushSync(),
  };
  return log;
}

/** The time of a record, as pino formats it. The part that stays the same within a second is cached. */
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
    return `,"time":"${begin}${String(milliseconds).padStart(3, '0')}Z"`;
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
