import type { PromptArgument } from './prompt.ts';

const argument =
  (title: string, description: string) =>
  (name: string, { optional = false } = {}): PromptArgument => ({
    name,
    title,
    description,
    required: !optional,
  });

export const organization = argument('Organization', 'Id of the organization')('organizationId');
export const space = argument('Space', 'Id of the space')('spaceId');
export const changeRequest = argument(
  'Change request',
  'Number or id of the change request',
)('changeRequestId');
export const page = argument('Page', 'Id of the page')('pageId');
export const optionalPage = argument('Page', 'Id of the page, if it is known')('pageId', {
  optional: true,
});
export const specification = argument(
  'Specification',
  'Slug of the OpenAPI specification',
)('specSlug');
export const version = argument('Version', 'Id of the version; the latest when left out')(
  'versionId',
  { optional: true },
);
export const guideSpace = argument(
  'Space of the style guide',
  'Id of the space that the style guide is in',
)('guideSpaceId');
export const guidePage = argument(
  'Style guide',
  'Id of the page with the style guide',
)('guidePageId');
export const instruction = argument(
  'Instruction',
  'What should change, in plain words',
)('instruction');
export const since = argument(
  'Since',
  'Change requests merged before this date are left out, such as 2026-03-01',
)('since', { optional: true });
