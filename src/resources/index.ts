export { ResourceNotFound, ResourceRefusal } from './contents.ts';
export { listResources } from './list.ts';
export { CursorError } from './list-cursor.ts';
export {
  isExcludedKind,
  readingTool,
  readResource,
  requireReadable,
  resourceAddressOf,
} from './read.ts';
export { ReadCache } from './read-cache.ts';
export { Reader } from './reader.ts';
