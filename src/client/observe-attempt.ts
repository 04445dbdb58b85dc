import { PlatformError } from './errors.ts';
import type { AttemptWatch, RequestWatch } from './types.ts';

/** A call and the attempts that it has made so far. */
export interface AttemptedCall {
  route: string;
  watch: RequestWatch | undefined;
  made: number;
}

/** The outcome of an attempt. */
export interface AttemptResult<T> {
  status: number;
  result: T;
}

/** Makes another attempt and reports its outcome to the watch of the call, if there is one. */
export async function observeAttempt<T>(
  attempts: AttemptedCall,
  send: (headers: AttemptWatch['headers']) => Promise<AttemptResult<T>>,
): Promise<T> {
  attempts.made += 1;
  const attempt = attempts.watch?.attempt(attempts.route, attempts.made);
  try {
    const { status, result } = await send(attempt?.headers);
    attempt?.end(status);
    return result;
  } catch (error) {
    const { status, kind } = error instanceof PlatformError ? error : {};
    attempt?.end(status, kind);
    throw error;
  }
}
