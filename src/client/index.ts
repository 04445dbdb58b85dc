export { createClient } from './client.ts';
export { PlatformError, type PlatformErrorKind } from './errors.ts';
export type {
  ClientOptions,
  PaginateOptions,
  PlatformClient,
  PlatformRequest,
  PlatformResponse,
  QueryValue,
} from './types.ts';
