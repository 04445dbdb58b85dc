import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun, itOnce } from '../../test/support/long-run.ts';
import { UNPUBLISHED } from '../../test/support/unpublished.ts';
import { servedRoutes } from '../src/routes/profiles.ts';
import { PublishedAnswers } from './answers.ts';
import { contentArea, organizationArea, siteArea } from './areas.ts';
import { Asked, bodiesOf } from './asked.ts';
import { ORGANIZATION_DIFFERENCES } from './organization/published.ts';
import { fieldCheck } from './published-fields.ts';
import { SITE_DIFFERENCES } from './sites/published.ts';
import { startTestPlatform, type TestPlatform } from './support.ts';

const answering: string[] = servedRoutes('contract')
  .map(({ method, template }) => `${method} ${template}`)
  .filter((route) => !route.startsWith('DELETE'));

/** Routes that only later descriptions have. */
const LATER: Record<string, string> = {
  'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content': 'published since 0.201.0',
};

/** Known violations of the descriptions, by `version route`. */
const DIFFERENCES: Record<string, { reason: string; violations: string[] }> = {
  ...ORGANIZATION_DIFFERENCES,
  ...SITE_DIFFERENCES,
};

const [newer, older] = [new PublishedAnswers('0.143.2'), new PublishedAnswers('0.91.0')];

const comparisons = [newer, older].flatMap((description) =>
  answering
    .filter((route) => description.has(route) && !(route in LATER))
    .map((route) => [`${description.version} ${route}`, route, description] as const),
);

/** `npm test` compares each answer with the newer description that has its route, `npm run test:long` with the other. */
const comparedNow = comparisons.filter(
  ([, route, description]) => (description === older && newer.has(route)) === isLongRun,
);

const compared = new Set(comparisons.map(([, route]) => route));

/** Routes that a description has, or should have. */
const described = answering.filter((route) => compared.has(route) || !(route in UNPUBLISHED));

let platform: TestPlatform;
let asked: Asked;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true });
  asked = await Asked.of(platform.admin, [contentArea, organizationArea, siteArea]);
});

afterAll(() => platform.close());

describe('answers against the published descriptions', () => {
  itOnce('have a reason for every route that neither description has', () => {
    expect(described.filter((route) => !compared.has(route))).toEqual(Object.keys(LATER));
  });

  itOnce('have explained differences only on compared routes', () => {
    const labels: string[] = comparisons.map(([label]) => label);
    expect(Object.keys(DIFFERENCES).filter((label) => !labels.includes(label))).toEqual([]);
  });

  it.each(comparedNow)('%s', async (label, route, description) => {
    const answers = await asked.answers(route);
    const violations = answers.flatMap((answer) => description.violations(route, answer));
    expect([...new Set(violations)].sort()).toEqual(DIFFERENCES[label]?.violations ?? []);
  });

  itOnce.each(described.filter((route) => !(route in LATER)))(
    '%s adds no fields',
    async (route) => {
      const unknown = (await asked.answers(route)).flatMap(bodiesOf).flatMap(fieldCheck(route));
      expect([...new Set(unknown)]).toEqual([]);
    },
  );
});
