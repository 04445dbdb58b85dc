import { RedisError } from '../redis.ts';
import type { ProblemRecord } from './log-record.ts';
import { TelemetryError } from './telemetry/settings.ts';

/** Errors that are worded here, of nothing but what the operator set. */
const OURS = [RedisError, TelemetryError];

/**
 * What may be told of an error. Its message is left out unless it is ours: a parser, for one, quotes what it could not
 * read, which is what a client sent.
 */
export function problemRecord(problem: Error): ProblemRecord {
  const { message, stack = '' } = problem;
  const code = 'code' in problem ? problem.code : undefined;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    event: 'problem',
    error: problem.constructor.name,
    code: typeof code === 'string' ? code : undefined,
    msg: OURS.some((kind) => problem instanceof kind) ? message : undefined,
    at: frames[0]?.trim(),
  };
}
