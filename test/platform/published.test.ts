import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Method } from '../../src/operations/index.ts';
import { routes } from '../../src/platform/routes/index.ts';
import { publishedOperations } from '../operations/published.ts';
import { PublishedAnswers } from './answers.ts';
import {
  ORGANIZATION_BODIES,
  ORGANIZATION_UNPUBLISHED,
  ORGANIZATION_VALUES,
} from './organization/published.ts';
import { SITE_BODIES, SITE_DIFFERENCES, siteToChange, siteValues } from './sites/published.ts';
import {
  type Answer,
  DEV_GUIDE,
  eventsOf,
  ORGANIZATION,
  pageIds,
  type Send,
  startTestPlatform,
  type TestPlatform,
} from './support.ts';

const answering: string[] = routes
  .map(({ method, template }) => `${method} ${template}`)
  .filter((route) => !route.startsWith('DELETE'));

/** Every route takes of it what it knows. */
const QUERIES = ['', '&limit=1', '&format=markdown', '&format=document'];
const queries = () => [...QUERIES, `&shareKey=${values.shareKey}`];

const WORDS = {
  markdown: '# One\n\n- [x] **done**\n1. [link](https://example.com)\n\n| a |\n| - |\n| 1 |',
};
const COMMENT_CHANGES = [{ body: WORDS }, { addedReactions: ['1f44d'] }, { resolved: true }];

const IN_CHANGE_REQUEST = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';

let slugs = 0;

function unusedSlug(): string {
  slugs += 1;
  return `words-${slugs}`;
}

/** The address of a file of the platform itself. */
const ownFile = { toJSON: () => fileUrl };

const REPOSITORY = { url: 'https://example.invalid/docs.git', ref: 'refs/heads/main' };

/** Bodies to send; a route that is not here is sent none. */
const BODIES: Record<string, object[]> = {
  ...ORGANIZATION_BODIES,
  ...SITE_BODIES,
  'POST /v1/spaces/{spaceId}/change-requests': [{}, { subject: 'Words' }],
  'PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}': [
    { status: 'archived' },
    { status: 'open', subject: 'Words' },
  ],
  'POST /v1/spaces/{spaceId}/comments': [{ body: WORDS }],
  'PUT /v1/spaces/{spaceId}/comments/{commentId}': COMMENT_CHANGES,
  'POST /v1/spaces/{spaceId}/comments/{commentId}/replies': [{ body: WORDS }],
  'PUT /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}': COMMENT_CHANGES,
  'POST /v1/spaces/{spaceId}/content/import': [{ source: 'markdown', url: ownFile }],
  'POST /v1/spaces/{spaceId}/git/import': [REPOSITORY],
  'POST /v1/spaces/{spaceId}/git/export': [{ ...REPOSITORY, commitMessage: 'Words' }],
  [`POST ${IN_CHANGE_REQUEST}/content/import`]: [{ source: 'markdown', url: ownFile }],
  'POST /v1/orgs/{organizationId}/openapi': [
    { slug: { toJSON: unusedSlug }, source: { text: 'openapi: 3.1.0' } },
  ],
  'PUT /v1/orgs/{organizationId}/openapi/{specSlug}': [{ source: { text: 'openapi: 3.1.0' } }],
  'POST /v1/orgs/{organizationId}/ask': [{ query: 'How are retries done?', previousQueries: [] }],
};

/** Routes in neither description, or there with another meaning. */
const UNPUBLISHED: Record<string, string> = {
  ...ORGANIZATION_UNPUBLISHED,
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content': 'published since 0.201.0',
};

const SPACE_TYPE = '0.91.0 requires a type of spaces and says nowhere what it is; 0.130.0 does not';
const ANSWER_PAGES = '0.91.0 requires pages of an answer and says nowhere what they are';
const LINKS = {
  reason: SPACE_TYPE,
  violations: [
    '/items/[]/locationReferences/[] must match exactly one schema in oneOf',
    "/items/[]/locationReferences/[]/space must have required property 'type'",
    '/items/[]/targetReference must match exactly one schema in oneOf',
    "/items/[]/targetReference/space must have required property 'type'",
  ],
};
const BACKLINKS = {
  reason: SPACE_TYPE,
  violations: [
    '/items/[] must match exactly one schema in oneOf',
    "/items/[]/space must have required property 'type'",
  ],
};
const ASK = {
  reason: ANSWER_PAGES,
  violations: ["/answer must have required property 'pages'"],
};

/** What the descriptions do not allow, by `version route`. */
const DIFFERENCES: Record<string, { reason: string; violations: string[] }> = {
  ...SITE_DIFFERENCES,
  '0.91.0 GET /v1/collections/{collectionId}/spaces': {
    reason: SPACE_TYPE,
    violations: ["/items/[] must have required property 'type'"],
  },
  '0.91.0 GET /v1/spaces/{spaceId}/content/page/{pageId}/links': LINKS,
  [`0.91.0 GET ${IN_CHANGE_REQUEST}/content/page/{pageId}/links`]: LINKS,
  '0.91.0 GET /v1/spaces/{spaceId}/content/files/{fileId}/backlinks': BACKLINKS,
  [`0.91.0 GET ${IN_CHANGE_REQUEST}/content/files/{fileId}/backlinks`]: BACKLINKS,
  '0.91.0 POST /v1/orgs/{organizationId}/ask': ASK,
  '0.91.0 GET /v1/orgs/{organizationId}/ask/stream': ASK,
};

/**
 * Fields that no description has: nothing else tells how an operation ended that runs on after its answer, and the
 * contract alone knows of summaries behind links.
 */
const EXTENSIONS = ['lastOperation', 'pageLinkSummaries'];

/** Objects whose fields are named by what they hold. */
const DICTIONARIES = ['filesystem', 'definition', 'records', 'jsonSchema'];

const comparisons = [new PublishedAnswers('0.143.2'), new PublishedAnswers('0.91.0')].flatMap(
  (description) =>
    answering
      .filter((route) => description.has(route) && !(route in UNPUBLISHED))
      .map((route) => [`${description.version} ${route}`, route, description] as const),
);

let platform: TestPlatform;
let values: Record<string, string>;
let fileUrl: string;

/** A comment with a reply, both written by the user who sends. */
async function discussion(send: Send, content: string) {
  const comment = await send('POST', `${content}/comments`, { body: WORDS });
  const at = `${content}/comments/${comment.json.id}`;
  const reply = await send('POST', `${at}/replies`, { body: WORDS });
  return { commentId: comment.json.id, commentReplyId: reply.json.id };
}

async function changeRequest(): Promise<string> {
  return (await platform.admin('POST', `/spaces/${DEV_GUIDE}/change-requests`, {})).json.id;
}

/** Routes that need a site of their own: what they change is what others expect. */
const CHANGES_SITE = /^(POST|PUT|PATCH) .*\/sites\/\{siteId\}/;

/** Routes that take a collection from where other routes expect it. */
const COLLECTION_LEAVES = /^\/v1\/collections\/.*\/(move|transfer)$/;

async function collection(): Promise<string> {
  return (await platform.admin('POST', `/orgs/${ORGANIZATION}/collections`)).json.id;
}

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true });
  const { admin } = platform;
  const space = `/spaces/${DEV_GUIDE}`;
  const pages = await pageIds(admin, space);
  const files = await admin('GET', `${space}/content/files`);
  const versions = await admin('GET', `/orgs/${ORGANIZATION}/openapi/northwind-queue/versions`);
  fileUrl =
    (JSON.parse(files.text) as { items: { downloadURL: string }[] }).items[0]?.downloadURL ?? '';
  values = {
    ...ORGANIZATION_VALUES,
    ...(await siteValues(admin)),
    organizationId: ORGANIZATION,
    collectionId: 'collProductDocs00001',
    spaceId: DEV_GUIDE,
    changeRequestId: '1',
    pageId: pages.get('guides/push') ?? '',
    fileId: files.json.items[0]?.id ?? '',
    specSlug: 'northwind-queue',
    versionId: versions.json.items[1]?.id ?? '',
  };
});

afterAll(() => platform.close());

const answered = new Map<string, Promise<Answer[]>>();

/** Of the operations with a space's repository there is one at a time. */
async function gitIsIdle(): Promise<void> {
  await vi.waitFor(async () => {
    const info = await platform.admin('GET', `/spaces/${DEV_GUIDE}/git/info`);
    expect(info.text).not.toContain('"running"');
  }, 20_000);
}

/** What a route answers; it is asked once. */
function answers(route: string): Promise<Answer[]> {
  const known = answered.get(route) ?? ask(route);
  answered.set(route, known);
  return known;
}

async function ask(route: string): Promise<Answer[]> {
  const [method = '', template = ''] = route.split(' ');
  const content = template.includes('{changeRequestId}')
    ? `/spaces/${DEV_GUIDE}/change-requests/1`
    : `/spaces/${DEV_GUIDE}`;
  const given = {
    ...values,
    ...(template.includes('{commentId}') && (await discussion(platform.admin, content))),
    ...(template.endsWith('/merge') && { changeRequestId: await changeRequest() }),
    ...(CHANGES_SITE.test(route) && (await siteToChange(platform.admin))),
    ...(COLLECTION_LEAVES.test(template) && { collectionId: await collection() }),
  } as Record<string, string>;
  const path = template
    .replace('/v1', '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '');
  if (/\/git\/(import|export)$/.test(template)) await gitIsIdle();
  const bodies = BODIES[route.replace('/change-requests/{changeRequestId}/comments', '/comments')];
  const sent = method === 'GET' ? queries().map((query) => `?query=retries${query}`) : [''];
  const all: Answer[] = [];
  for (const query of sent) {
    for (const body of bodies ?? [undefined]) {
      all.push(await platform.admin(method, path + query, body));
    }
  }
  return all;
}

function bodiesOf(answer: Answer): object[] {
  if (answer.text === '') return [];
  const stream = answer.headers.get('content-type') === 'text/event-stream';
  return stream ? eventsOf(answer).slice(0, -1) : [answer.json];
}

/** Tells which fields no description of the route has, by their names and those of what is around them. */
function fieldCheck(route: string): (body: object) => string[] {
  const [method, path = ''] = route.split(' ');
  const published = publishedOperations(method as Method, path.replace('/v1', ''));
  const seen = new Map<string, boolean>();
  const isKnown = (at: string[]) => {
    const key = at.join('/');
    const known = seen.get(key) ?? published.some(({ answerTypes }) => answerTypes(at).length > 0);
    seen.set(key, known);
    return known;
  };
  const walk = (value: unknown, at: string[]): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    if (Array.isArray(value)) return value.flatMap((item) => walk(item, [...at, '[]']));
    return Object.entries(value).flatMap(([name, field]) => {
      const here = [...at, name];
      if (EXTENSIONS.includes(name)) return [];
      if (!isKnown(here)) return [here.slice(-3).join('/')];
      return DICTIONARIES.includes(name) ? [] : walk(field, here);
    });
  };
  return (body) => walk(body, []);
}

describe('answers against the published descriptions', () => {
  it('knows every route that is in neither of them', () => {
    const compared = comparisons.map(([, route]) => route);
    expect(answering.filter((route) => !compared.includes(route))).toEqual(
      Object.keys(UNPUBLISHED),
    );
  });

  it('explains differences only of routes that are compared', () => {
    const labels: string[] = comparisons.map(([label]) => label);
    expect(Object.keys(DIFFERENCES).filter((label) => !labels.includes(label))).toEqual([]);
  });

  it.each(comparisons)('%s', async (label, route, description) => {
    const violations = (await answers(route)).flatMap((answer) =>
      bodiesOf(answer).flatMap((body) => description.violations(route, answer.status, body)),
    );
    expect([...new Set(violations)].sort()).toEqual(DIFFERENCES[label]?.violations ?? []);
  });

  it.each(answering.filter((route) => !(route in UNPUBLISHED)))(
    '%s adds no fields',
    async (route) => {
      const unknown = (await answers(route)).flatMap(bodiesOf).flatMap(fieldCheck(route));
      expect([...new Set(unknown)]).toEqual([]);
    },
  );
});
