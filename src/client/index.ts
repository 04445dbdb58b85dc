export { createClient } from './client.ts';
export { PlatformError } from './errors.ts';
export type { PlatformClient, PlatformRequest } from './types.ts';
