import { PlatformError } from '../../client/errors.ts';
import { RedisError } from '../redis.ts';
import type { ProblemRecord } from './log-record.ts';
import { TelemetryError } from './telemetry/settings.ts';

/** Errors that are worded here, of nothing but what the operator set. */
const OURS = [RedisError, TelemetryError];

/** Codes of systems and libraries; anything else might be text. */
const CODE = /^\w{1,40}$/;
const MAX_CAUSES = 5;

/**
 * What may be told of an error. Its message is left out unless it is ours: a parser, for one, quotes what it could not
 * read, which is what a client or the platform sent.
 */
export function problemRecord(problem: Error): ProblemRecord {
  const { message, stack = '' } = problem;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const causes = causesOf(problem).map((cause) =>
    [nameOf(cause), codeOf(cause)].filter(Boolean).join(' '),
  );
  return {
    event: 'problem',
    error: nameOf(problem),
    code: codeOf(problem),
    ...(problem instanceof PlatformError && { route: problem.route, status: problem.status }),
    causes: causes.length > 0 ? causes : undefined,
    msg: OURS.some((kind) => problem instanceof kind) ? message : undefined,
    at: frames[0]?.trim(),
  };
}

function causesOf(problem: Error): Error[] {
  const causes: Error[] = [];
  let { cause } = problem;
  while (cause instanceof Error && causes.length < MAX_CAUSES) {
    causes.push(cause);
    ({ cause } = cause);
  }
  return causes;
}

/** Errors name themselves; the names of their classes are shortened by the build. */
function nameOf({ name }: Error): string {
  return CODE.test(name) ? name : 'Error';
}

/** The code of an error; of one of the platform's, its kind. */
function codeOf(error: Error): string | undefined {
  if (error instanceof PlatformError) return error.kind;
  const code = 'code' in error ? String(error.code) : '';
  return CODE.test(code) ? code : undefined;
}
