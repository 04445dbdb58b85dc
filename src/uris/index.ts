export { RESOURCE_KINDS } from './kinds.ts';
export {
  LATEST,
  parseResourceUri,
  RESOURCE_URIS,
  type ResourceAddress,
  type ResourceKind,
  resourceUri,
  type UriVariables,
  variablesOf,
} from './resource-uris.ts';
export { fitsUri, unfitVariable, type Variables } from './template.ts';
