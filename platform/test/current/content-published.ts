import type { Area, Values } from '../asked.ts';
import { serve } from '../local-server.ts';
import { type AnswerFields, DEV_GUIDE, ORGANIZATION, propose, type Send } from '../support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;

const IN_SPACE = '/v1/spaces/{spaceId}';
const IN_CHANGE_REQUEST = `${IN_SPACE}/change-requests/{changeRequestId}`;

const REVIEWER = 'userInes000000000001';

const RULES = {
  type: 'rules',
  rules: [
    { rule: 'require_specific_reviewers', users: [REVIEWER] },
    { rule: 'require_at_least_one_review' },
    { rule: 'custom', expression: 'true', message: 'Words' },
  ],
};

const NOWHERE = { type: 'website', url: 'https://words.invalid/' };

/** Routes that need a separate space, because they change what other routes expect. */
const CHANGES_SPACE = /^(PATCH|POST) \/v1\/spaces\/\{spaceId\}(\/(move|duplicate|restore))?$/;

const DOCUMENT = { object: 'document', data: {}, nodes: [] };

/** The address for people of a page in a change request. */
let proposed: string;

export const currentContentArea: Area = {
  bodies: {
    [`POST ${IN_CHANGE_REQUEST}/content`]: [
      { changes: [{ operation: 'insert_page', title: 'Words', document: { markdown: 'Words' } }] },
    ],
    'POST /v1/orgs/{organizationId}/spaces': [
      {},
      { title: 'Words', emoji: '1f4da', language: 'en', editMode: 'live', empty: true },
    ],
    [`PATCH ${IN_SPACE}`]: [
      { title: 'Words', language: 'de', defaultLevel: null, mergeRules: RULES },
      { icon: 'https://example.com/words.png', editMode: 'live' },
    ],
    'POST /v1/org/{organizationId}/imports': [
      { source: NOWHERE, target: { space: DEV_GUIDE } },
      { source: NOWHERE, target: { space: DEV_GUIDE, changeRequest: '1' }, enhance: false },
    ],
    [`POST ${IN_SPACE}/move`]: [{ parent: 'collInternal00000001' }],
    [`POST ${IN_CHANGE_REQUEST}/reviews`]: [
      { status: 'approved', comment: { markdown: 'Words' } },
      { status: 'changes-requested' },
    ],
    [`POST ${IN_CHANGE_REQUEST}/requested-reviewers`]: [
      { users: [REVIEWER] },
      { users: [REVIEWER], subject: 'Words', description: DOCUMENT },
    ],
  },
  // A getter, because `values` determines the address later.
  get queries() {
    return { 'GET /v1/urls/content': `&url=${encodeURIComponent(proposed)}` };
  },
  values: async (send) => {
    const { revisionMerged = '' } = await merged(send);
    const page = await send('GET', `${SPACE}/change-requests/1/content/path/guides%2Fpush`);
    proposed = (page.json as AnswerFields & { urls: { app: string } }).urls.app;
    const reviews = `${SPACE}/change-requests/1/reviews`;
    const { id: reviewId } = (await send('POST', reviews, { status: 'approved' })).json;
    const run = { source: NOWHERE, target: { space: DEV_GUIDE } };
    const { id: importRunId } = (await send('POST', `/org/${ORGANIZATION}/imports`, run)).json;
    return { importRunId, reviewId, revisionId: revisionMerged, pagePath: 'guides%2Fpush' };
  },
  prepare: async (route, send): Promise<Values | undefined> => {
    if (route.endsWith('/cancel')) return { importRunId: await endlessImport(send) };
    if (!CHANGES_SPACE.test(route)) return undefined;
    return { spaceId: (await send('POST', `/orgs/${ORGANIZATION}/spaces`)).json.id };
  },
};

/** An import from an address that never answers. */
async function endlessImport(send: Send): Promise<string> {
  const { url } = await serve(() => undefined);
  const run = { source: { type: 'website', url }, target: { space: DEV_GUIDE } };
  return (await send('POST', `/org/${ORGANIZATION}/imports`, run)).json.id;
}

/** A merged change request with every kind of change. */
async function merged(send: Send): Promise<AnswerFields> {
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

/** Known violations of the description, by route. */
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
