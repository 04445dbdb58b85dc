export { parsePlatformAddress } from './address.ts';
export { createClient } from './client.ts';
export { PlatformError, type PlatformErrorKind } from './errors.ts';
export { createJsonServices, type JsonServices } from './json-services.ts';
export { LastAnswer } from './limits/large-answers.ts';
export { type Fetch, openFetch } from './open-fetch.ts';
export { tokenRemover } from './own-token.ts';
export type {
  AttemptWatch,
  Effect,
  Method,
  PlatformCaller,
  PlatformClient,
  PlatformRequest,
  RequestWatch,
} from './types.ts';
