import { type Fail, PlatformError } from './errors.ts';
import { PrivateAddressError } from './public-address.ts';

export const SILENT = 'the platform did not answer in time';

const TIMEOUTS = new Map([
  ['UND_ERR_CONNECT_TIMEOUT', 'no connection to the platform in time'],
  ['UND_ERR_HEADERS_TIMEOUT', SILENT],
  ['UND_ERR_BODY_TIMEOUT', 'the platform fell silent in the middle of its answer'],
  ['ETIMEDOUT', 'the connection to the platform timed out'],
]);

/** Faults before any byte of the request can have reached the platform. */
const NOTHING_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Connection faults that a retry may not run into. */
const CONNECTION_LOST = new Set([
  ...NOTHING_SENT,
  'ECONNABORTED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'truncated',
]);

export function isNothingSent(code: unknown): boolean {
  return NOTHING_SENT.has(code as string);
}

export function isConnectionLost(code: unknown): boolean {
  return CONNECTION_LOST.has(code as string);
}

function faultCode(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'HTTPParserError' ? error.name : undefined;
}

/**
 * Converts a fault of the connection to its error. Any other error is returned unchanged. `duringBody` distinguishes a
 * truncated answer from a broken connection.
 */
export function errorOfFault(error: unknown, fail: Fail, duringBody = false): unknown {
  if (!(error instanceof Error) || error instanceof PlatformError) return error;
  if (error instanceof PrivateAddressError) {
    return fail('invalid_request', `the file is not fetched: ${error.message}`);
  }
  const code = faultCode(error);
  if (code === undefined) return error;
  const { message } = error;
  const details = { code, cause: error };
  const timeout = TIMEOUTS.get(code);
  if (timeout !== undefined) return fail('timeout', timeout, details);
  if (code === 'UND_ERR_INVALID_ARG') return fail('invalid_request', message, details);
  if (
    code.startsWith('HPE_') ||
    code === 'HTTPParserError' ||
    code === 'UND_ERR_HEADERS_OVERFLOW' ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    code === 'ERR_ASSERTION'
  ) {
    // undici asserts that a status is at least 100; the message is its source.
    const reason = code === 'ERR_ASSERTION' ? 'status below 100' : message;
    // The parser's error contains the answer, which may repeat the token, so it is not kept as the cause.
    return fail('invalid_response', `the answer is not valid HTTP (${reason})`, { code });
  }
  if (duringBody) {
    return fail('invalid_response', 'the answer was cut off before its end', {
      code: 'truncated',
      cause: error,
    });
  }
  // An attempt on several addresses fails with an AggregateError, whose own message is empty.
  return fail('network', `no answer from the platform (${message || code})`, details);
}
