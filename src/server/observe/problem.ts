import { PlatformError } from '../../client/errors.ts';
import { RedisError } from '../redis.ts';
import { Defect } from './defect.ts';
import type { ProblemRecord } from './log-record.ts';
import { TelemetryError } from './telemetry/settings.ts';

/** Errors whose message is this program's own and mentions nothing but the operator's settings. */
const OURS = [RedisError, TelemetryError];

/** Codes of systems and libraries. Anything else might be foreign text. */
const CODE = /^\w{1,40}$/;
const MAX_CAUSES = 5;

/**
 * The loggable part of an error. The message is included only if it is this program's own: a parser, for example,
 * quotes what it could not read, which comes from a client or the platform.
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
    ...(problem instanceof Defect && { defect: problem.id }),
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

/** Errors state their own name, because the build shortens class names. */
function nameOf({ name }: Error): string {
  return CODE.test(name) ? name : 'Error';
}

/** The code of an error; for an error of the platform, its kind. */
function codeOf(error: Error): string | undefined {
  if (error instanceof PlatformError) return error.kind;
  const code = 'code' in error ? String(error.code) : '';
  return CODE.test(code) ? code : undefined;
}
