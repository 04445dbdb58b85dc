import type { Area } from '../asked.ts';

const IN_SPACE = '/v1/spaces/{spaceId}';
const IN_CHANGE_REQUEST = `${IN_SPACE}/change-requests/{changeRequestId}`;

export const currentContentArea: Area = {
  bodies: {
    [`POST ${IN_CHANGE_REQUEST}/content`]: [
      { changes: [{ operation: 'insert_page', title: 'Words', document: { markdown: 'Words' } }] },
    ],
  },
};

/** What the description does not allow, by route. */
export const CONTENT_DIFFERENCES: Record<string, { reason: string; violations: string[] }> = {
  [`GET ${IN_SPACE}/git/info`]: {
    reason: 'repositories are named with each import and export: there are no installations',
    violations: [
      " must have required property 'installationId'",
      " must have required property 'installationProvider'",
      " must have required property 'installationStatus'",
    ],
  },
};
