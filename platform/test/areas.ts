import { expect } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import type { Area } from './asked.ts';
import { ORGANIZATION_BODIES, ORGANIZATION_VALUES } from './organization/published.ts';
import { SITE_BODIES, siteToChange, siteValues } from './sites/published.ts';
import { DEV_GUIDE, ORGANIZATION, pageIds, type Send } from './support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;

const WORDS = {
  markdown: '# One\n\n- [x] **done**\n1. [link](https://example.com)\n\n| a |\n| - |\n| 1 |',
};
const COMMENT_CHANGES = [{ body: WORDS }, { addedReactions: ['1f44d'] }, { resolved: true }];

const IN_SPACE = '/v1/spaces/{spaceId}';
const IN_CHANGE_REQUEST = `${IN_SPACE}/change-requests/{changeRequestId}`;

let slugs = 0;

function unusedSlug(): string {
  slugs += 1;
  return `words-${slugs}`;
}

let fileUrl: string;

/** The address of a file on the platform itself. */
const ownFile = { toJSON: () => fileUrl };

const REPOSITORY = { url: 'https://example.invalid/docs.git', ref: 'refs/heads/main' };

/** The content of a space, its discussions and its repository. */
export const contentArea: Area = {
  bodies: {
    [`POST ${IN_SPACE}/change-requests`]: [{}, { subject: 'Words' }],
    [`PATCH ${IN_CHANGE_REQUEST}`]: [{ status: 'archived' }, { status: 'open', subject: 'Words' }],
    ...discussionBodies(IN_SPACE),
    ...discussionBodies(IN_CHANGE_REQUEST),
    [`POST ${IN_SPACE}/content/import`]: [{ source: 'markdown', url: ownFile }],
    [`POST ${IN_CHANGE_REQUEST}/content/import`]: [{ source: 'markdown', url: ownFile }],
    [`POST ${IN_SPACE}/git/import`]: [REPOSITORY],
    [`POST ${IN_SPACE}/git/export`]: [{ ...REPOSITORY, commitMessage: 'Words' }],
  },
  values: async (send) => {
    const pages = await pageIds(send, SPACE);
    const files = await send('GET', `${SPACE}/content/files`);
    fileUrl =
      (JSON.parse(files.text) as { items: { downloadURL: string }[] }).items[0]?.downloadURL ?? '';
    return {
      spaceId: DEV_GUIDE,
      changeRequestId: '1',
      pageId: pages.get('guides/push') ?? '',
      fileId: files.json.items[0]?.id ?? '',
    };
  },
  prepare: async (route, send) => {
    if (/\/git\/(import|export)$/.test(route)) await gitIsIdle(send);
    if (route.endsWith('{changeRequestId}/merge')) {
      return { changeRequestId: (await send('POST', `${SPACE}/change-requests`, {})).json.id };
    }
    if (!route.includes('{commentId}')) return undefined;
    const inRequest = route.includes('{changeRequestId}');
    return await discussion(send, inRequest ? `${SPACE}/change-requests/1` : SPACE);
  },
};

/** Organizations, their collections and specifications. */
export const organizationArea: Area = {
  bodies: {
    ...ORGANIZATION_BODIES,
    'POST /v1/orgs/{organizationId}/openapi': [
      { slug: { toJSON: unusedSlug }, source: { text: 'openapi: 3.1.0' } },
    ],
    'PUT /v1/orgs/{organizationId}/openapi/{specSlug}': [{ source: { text: 'openapi: 3.1.0' } }],
    'POST /v1/orgs/{organizationId}/ask': [{ query: 'How are retries done?', previousQueries: [] }],
  },
  values: async (send) => {
    const versions = await send('GET', `/orgs/${ORGANIZATION}/openapi/northwind-queue/versions`);
    return {
      ...ORGANIZATION_VALUES,
      organizationId: ORGANIZATION,
      collectionId: 'collProductDocs00001',
      specSlug: 'northwind-queue',
      versionId: versions.json.items[1]?.id ?? '',
    };
  },
  prepare: async (route, send) => {
    if (!COLLECTION_LEAVES.test(route)) return undefined;
    return { collectionId: (await send('POST', `/orgs/${ORGANIZATION}/collections`)).json.id };
  },
};

export const siteArea: Area = {
  bodies: SITE_BODIES,
  values: siteValues,
  prepare: async (route, send) => (CHANGES_SITE.test(route) ? await siteToChange(send) : undefined),
};

/** Routes that need a separate site, because they change what other routes expect. */
const CHANGES_SITE = /^(POST|PUT|PATCH) .*\/sites\/\{siteId\}/;

/** Routes that need a separate collection, because they move it. */
const COLLECTION_LEAVES = / \/v1\/collections\/.*\/(move|transfer)$/;

function discussionBodies(prefix: string): Record<string, object[]> {
  const comment = `${prefix}/comments/{commentId}`;
  return {
    [`POST ${prefix}/comments`]: [{ body: WORDS }],
    [`PUT ${comment}`]: COMMENT_CHANGES,
    [`POST ${comment}/replies`]: [{ body: WORDS }],
    [`PUT ${comment}/replies/{commentReplyId}`]: COMMENT_CHANGES,
  };
}

/** Posts a comment with a reply, both by the same user. */
async function discussion(send: Send, content: string) {
  const comment = await send('POST', `${content}/comments`, { body: WORDS });
  const at = `${content}/comments/${comment.json.id}`;
  const reply = await send('POST', `${at}/replies`, { body: WORDS });
  return { commentId: comment.json.id, commentReplyId: reply.json.id };
}

/** Waits until no Git operation of the space is running, because there can be only one at a time. */
async function gitIsIdle(send: Send): Promise<void> {
  await eventually(async () => {
    const info = await send('GET', `${SPACE}/git/info`);
    expect(info.text).not.toContain('"running"');
  });
}
