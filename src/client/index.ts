export { createClient } from './client.ts';
export { PlatformError, type PlatformErrorKind } from './errors.ts';
export type { AttemptWatch, PlatformClient, PlatformRequest, RequestWatch } from './types.ts';
