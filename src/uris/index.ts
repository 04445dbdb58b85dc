export { RESOURCE_KINDS } from './kinds.ts';
export { isTextType, JSON_TYPE, MARKDOWN_TYPE, sentType, YAML_TYPE } from './media-types.ts';
export {
  CHANGE_REQUEST_APP,
  LATEST,
  parseResourceUri,
  RESOURCE_URIS,
  type ResourceAddress,
  type ResourceKind,
  resourceUri,
  reviewArguments,
  type UriVariables,
  variablesOf,
  withoutSlashes,
} from './resource-uris.ts';
export { fitsUri, type TemplateValues, unfitVariable } from './template.ts';
