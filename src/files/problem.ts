/** The request cannot be carried out in the current state. The message says what to do next. Nothing was lost. */
export class FilesError extends Error {}

/** Whether an error's own message says what to do. */
export function isExplained(error: unknown): error is Error {
  return error instanceof FilesError;
}
