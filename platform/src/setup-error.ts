/** A platform cannot start, or be moved, as requested; the message says what to do. Nothing was changed. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
