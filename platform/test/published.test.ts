import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedRoutes } from '../src/routes/profiles.ts';
import { PublishedAnswers } from './answers.ts';
import { contentArea, organizationArea, siteArea } from './areas.ts';
import { Asked, bodiesOf } from './asked.ts';
import { ORGANIZATION_UNPUBLISHED } from './organization/published.ts';
import { fieldCheck } from './published-fields.ts';
import { SITE_DIFFERENCES } from './sites/published.ts';
import { startTestPlatform, type TestPlatform } from './support.ts';

const answering: string[] = servedRoutes('contract')
  .map(({ method, template }) => `${method} ${template}`)
  .filter((route) => !route.startsWith('DELETE'));

const IN_CHANGE_REQUEST = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';

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
  '0.91.0 GET /v1/orgs/{organizationId}/spaces': {
    reason: SPACE_TYPE,
    violations: ["/items/[] must have required property 'type'"],
  },
  '0.91.0 GET /v1/spaces/{spaceId}': {
    reason: SPACE_TYPE,
    violations: [" must have required property 'type'"],
  },
  '0.91.0 GET /v1/spaces/{spaceId}/content/page/{pageId}/links': LINKS,
  [`0.91.0 GET ${IN_CHANGE_REQUEST}/content/page/{pageId}/links`]: LINKS,
  '0.91.0 GET /v1/spaces/{spaceId}/content/files/{fileId}/backlinks': BACKLINKS,
  [`0.91.0 GET ${IN_CHANGE_REQUEST}/content/files/{fileId}/backlinks`]: BACKLINKS,
  '0.91.0 POST /v1/orgs/{organizationId}/ask': ASK,
  '0.91.0 GET /v1/orgs/{organizationId}/ask/stream': ASK,
};

const comparisons = [new PublishedAnswers('0.143.2'), new PublishedAnswers('0.91.0')].flatMap(
  (description) =>
    answering
      .filter((route) => description.has(route) && !(route in UNPUBLISHED))
      .map((route) => [`${description.version} ${route}`, route, description] as const),
);

let platform: TestPlatform;
let asked: Asked;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true });
  asked = await Asked.of(platform.admin, [contentArea, organizationArea, siteArea]);
});

afterAll(() => platform.close());

describe('answers against the published descriptions', () => {
  it('explain every route that neither of them has', () => {
    const compared = comparisons.map(([, route]) => route);
    expect(answering.filter((route) => !compared.includes(route)).sort()).toEqual(
      Object.keys(UNPUBLISHED).sort(),
    );
  });

  it('explain differences only of compared routes', () => {
    const labels: string[] = comparisons.map(([label]) => label);
    expect(Object.keys(DIFFERENCES).filter((label) => !labels.includes(label))).toEqual([]);
  });

  it.each(comparisons)('%s', async (label, route, description) => {
    const answers = await asked.answers(route);
    const violations = answers.flatMap((answer) => description.violations(route, answer));
    expect([...new Set(violations)].sort()).toEqual(DIFFERENCES[label]?.violations ?? []);
  });

  it.each(answering.filter((route) => !(route in UNPUBLISHED)))(
    '%s adds no fields',
    async (route) => {
      const unknown = (await asked.answers(route)).flatMap(bodiesOf).flatMap(fieldCheck(route));
      expect([...new Set(unknown)]).toEqual([]);
    },
  );
});
