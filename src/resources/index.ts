export { CursorError, listResources } from './list.ts';
export { readResource } from './read.ts';
export { resourceTemplates } from './templates.ts';
export {
  LATEST,
  parseResourceUri,
  RESOURCE_URIS,
  type ResourceAddress,
  type ResourceKind,
  resourceUri,
  type UriVariables,
  variablesOf,
} from '../uris/index.ts';
