/** A refusal that is sent to the caller. `status` is also the `code` of the error body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** 400: the request itself is wrong. */
export const badRequest = (message: string) => new ApiError(400, message);

/** 403: the caller can see the object but may not do this. */
export const forbidden = (message: string) => new ApiError(403, message);

/** 404: the object does not exist, or the caller may not know that it exists. */
export const notFound = (noun: string) => new ApiError(404, `${noun} not found`);

/** 409: the state of the object does not allow it. */
export const conflict = (message: string) => new ApiError(409, message);

/** 422: well formed, but cannot be applied. */
export const unprocessable = (message: string) => new ApiError(422, message);

const LONGEST_REASON = 1000;

/**
 * The reason for a failure, safe to store and show: one line of at most 1,000 characters without control characters.
 */
export function reasonOf(message: string): string {
  return message
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON);
}

/** A platform cannot start, or be moved, as requested; the message says what to do. Nothing was changed. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
