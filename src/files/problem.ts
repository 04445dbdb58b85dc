/** What was asked for cannot be done as things are; the message says what to do next. Nothing was lost. */
export class FilesError extends Error {}

/** Whether a failure says in its own words what to do: one of ours, or of the file system. */
export function isTold(error: unknown): error is Error {
  return error instanceof FilesError;
}
