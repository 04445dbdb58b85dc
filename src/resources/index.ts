export { CursorError, listResources } from './list.ts';
export { readResource } from './read.ts';
export { resourceTemplates } from './templates.ts';
