import type { Area } from '../asked.ts';
import { DEV_GUIDE, type Fields, propose, type Send } from '../support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;

const IN_SPACE = '/v1/spaces/{spaceId}';
const IN_CHANGE_REQUEST = `${IN_SPACE}/change-requests/{changeRequestId}`;

const REVIEWER = 'userInes000000000001';

const DOCUMENT = { object: 'document', data: {}, nodes: [] };

export const currentContentArea: Area = {
  bodies: {
    [`POST ${IN_CHANGE_REQUEST}/content`]: [
      { changes: [{ operation: 'insert_page', title: 'Words', document: { markdown: 'Words' } }] },
    ],
    [`POST ${IN_CHANGE_REQUEST}/reviews`]: [
      { status: 'approved', comment: { markdown: 'Words' } },
      { status: 'changes-requested' },
    ],
    [`POST ${IN_CHANGE_REQUEST}/requested-reviewers`]: [
      { users: [REVIEWER] },
      { users: [REVIEWER], subject: 'Words', description: DOCUMENT },
    ],
  },
  values: async (send) => {
    const { revisionMerged = '' } = await merged(send);
    const reviews = `${SPACE}/change-requests/1/reviews`;
    const { id: reviewId } = (await send('POST', reviews, { status: 'approved' })).json;
    return { reviewId, revisionId: revisionMerged, pagePath: 'guides%2Fpush' };
  },
};

/** A change request that was merged, with something of everything that can change. */
async function merged(send: Send): Promise<Fields> {
  const { path } = await propose(send, SPACE, [
    { operation: 'insert_page', title: 'Words', document: { markdown: 'Words' } },
    {
      operation: 'insert_files',
      files: [{ name: 'words.txt', base64: 'd29yZHM=', contentType: 'text/plain' }],
    },
  ]);
  await send('POST', `${path}/merge`);
  return (await send('GET', path)).json;
}

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
  [`GET ${IN_CHANGE_REQUEST}/changes`]: {
    reason: 'what was edited of a page has three forms there, of which every one fits all others',
    violations: [
      '/changes/[] must match exactly one schema in oneOf',
      '/changes/[]/attributes must match exactly one schema in oneOf',
    ],
  },
};
