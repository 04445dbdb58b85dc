export { ResourceNotFound, ResourceRefused } from './contents.ts';
export { listResources, type ResourceList } from './list.ts';
export { CursorError } from './list-cursor.ts';
export { addressOf, type ReadResource, readResource, toolOf } from './read.ts';
export { ReadCache } from './read-cache.ts';
export { FRESH_MS, Reader } from './reader.ts';
