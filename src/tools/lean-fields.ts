/** Fields that no next step needs, wherever they occur. */
export const BALLAST = ['layout', 'reactions', 'repliers', 'gitSync', 'trial'] as const;

/** People who made or changed a thing. */
export const AUTHORS = [
  'createdBy',
  'postedBy',
  'resolvedBy',
  'mergedBy',
  'editedBy',
  'requestedBy',
] as const;

/** A time to the minute: `2026-02-02T16:38Z`. */
export function minuteOf(time: string): string {
  return time.replace(/^(.{16}).*$/, '$1Z');
}
