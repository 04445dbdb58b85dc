import { JSON_TYPE, MARKDOWN_TYPE } from './media-types.ts';
import type { ResourceKind } from './resource-uris.ts';

/** Metadata of a kind of resource, for hosts and models. */
export interface KindDescription {
  title: string;
  description: string;
  /** Absent if it varies. */
  mimeType?: string;
  /** From 0, entirely optional, to 1, effectively required. */
  priority: number;
  /** The tools with the same data; the first one explains failures. */
  tools: readonly [string, ...string[]];
}

const BY_PATH = 'The path is one value: write its slashes as %2F.';

/** The metadata of each kind of resource. */
export const RESOURCE_KINDS: Readonly<Record<ResourceKind, KindDescription>> = {
  'table-of-contents': {
    title: 'Table of contents',
    description: 'The pages of a space as an outline, each with its resource. Large ones are cut.',
    mimeType: MARKDOWN_TYPE,
    priority: 0.9,
    tools: ['list_pages'],
  },
  page: {
    title: 'Page',
    description: 'A page of a space, whole, as markdown.',
    mimeType: MARKDOWN_TYPE,
    priority: 0.8,
    tools: ['get_page'],
  },
  'page-by-path': {
    title: 'Page by path',
    description: `A page of a space, found by its path. ${BY_PATH}`,
    mimeType: MARKDOWN_TYPE,
    priority: 0.8,
    tools: ['list_pages', 'get_page', 'get_page_by_path'],
  },
  comment: {
    title: 'Comment thread',
    description: 'A comment on a space with its replies.',
    mimeType: MARKDOWN_TYPE,
    priority: 0.5,
    tools: ['get_space_comment', 'list_space_comment_replies'],
  },
  file: {
    title: 'File',
    description: 'A file of a space. Beyond 5 MiB, where it can be downloaded.',
    priority: 0.3,
    tools: ['get_file'],
  },
  'change-request': {
    title: 'Change request',
    description: 'The purpose and state of a change request.',
    mimeType: MARKDOWN_TYPE,
    priority: 0.7,
    tools: ['get_change_request'],
  },
  'change-request-diff': {
    title: 'Diff of a change request',
    description: 'What a change request changes, page by page, as unified diffs.',
    mimeType: 'text/x-diff',
    priority: 0.7,
    tools: ['review_change_request'],
  },
  'change-request-page': {
    title: 'Page in a change request',
    description: 'A whole page of a change request, as markdown.',
    mimeType: MARKDOWN_TYPE,
    priority: 0.7,
    tools: ['get_change_request_page'],
  },
  'change-request-page-by-path': {
    title: 'Page in a change request by path',
    description: `A page of a change request, found by its path. ${BY_PATH}`,
    mimeType: MARKDOWN_TYPE,
    priority: 0.7,
    tools: [
      'list_change_request_pages',
      'get_change_request_page',
      'get_change_request_page_by_path',
    ],
  },
  'change-request-comment': {
    title: 'Comment thread of a change request',
    description: 'A comment on a change request with its replies.',
    mimeType: MARKDOWN_TYPE,
    priority: 0.5,
    tools: ['get_change_request_comment', 'list_change_request_comment_replies'],
  },
  'change-request-file': {
    title: 'File in a change request',
    description: 'A file of a change request. Beyond 5 MiB, where it can be downloaded.',
    priority: 0.3,
    tools: ['get_change_request_file'],
  },
  'revision-page': {
    title: 'Page in a revision',
    description: 'A page as a revision of the space has it, whole, as markdown.',
    mimeType: MARKDOWN_TYPE,
    priority: 0.4,
    tools: ['get_revision_page'],
  },
  'revision-page-by-path': {
    title: 'Page in a revision by path',
    description: `A page as a revision of the space has it, found by its path. ${BY_PATH}`,
    mimeType: MARKDOWN_TYPE,
    priority: 0.4,
    tools: ['list_revision_pages', 'get_revision_page', 'get_revision_page_by_path'],
  },
  'openapi-latest': {
    title: 'Latest version of an OpenAPI specification',
    description: 'The document itself, JSON or YAML as it was given.',
    priority: 0.6,
    tools: ['get_latest_openapi_version_content'],
  },
  'openapi-version': {
    title: 'Version of an OpenAPI specification',
    description: 'The document itself, JSON or YAML as it was given.',
    priority: 0.4,
    tools: ['get_openapi_version_content'],
  },
  'openapi-operation': {
    title: 'Operation of an OpenAPI specification',
    description:
      'One operation, by its operationId or as "GET /path"; versionId "latest" is the newest.',
    mimeType: JSON_TYPE,
    priority: 0.5,
    tools: ['get_openapi_version_content', 'get_latest_openapi_version_content'],
  },
  'openapi-schema': {
    title: 'Schema of an OpenAPI specification',
    description: 'One named schema; versionId "latest" is the newest.',
    mimeType: JSON_TYPE,
    priority: 0.5,
    tools: ['get_openapi_version_content', 'get_latest_openapi_version_content'],
  },
};
