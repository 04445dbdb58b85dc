import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itOnce, shareOf } from '../../../test/support/long-run.ts';
import { UNPUBLISHED } from '../../../test/support/unpublished.ts';
import { servedRoutes } from '../../src/routes/profiles.ts';
import { PublishedAnswers } from '../answers.ts';
import { contentArea, organizationArea, siteArea } from '../areas.ts';
import { Asked, bodiesOf } from '../asked.ts';
import { fieldCheck } from '../published-fields.ts';
import { startTestPlatform, type TestPlatform } from '../support.ts';
import { CONTENT_DIFFERENCES, currentContentArea } from './content-published.ts';
import { CURRENT_SITE_DIFFERENCES, currentSiteArea } from './sites-published.ts';

const description = new PublishedAnswers('0.202.0');

const answering: string[] = servedRoutes('current')
  .map(({ method, template }) => `${method} ${template}`)
  .filter((route) => !route.startsWith('DELETE') && !(route in UNPUBLISHED));

/** A route that both services have answers alike on both. */
const answeringNow = shareOf(answering);

/** Known violations of the description, by route. */
const DIFFERENCES: Record<string, { reason: string; violations: string[] }> = {
  ...CONTENT_DIFFERENCES,
  ...CURRENT_SITE_DIFFERENCES,
};

let platform: TestPlatform;
let asked: Asked;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true, profile: 'current' });
  asked = await Asked.of(platform.admin, [
    contentArea,
    organizationArea,
    siteArea,
    currentContentArea,
    currentSiteArea,
  ]);
});

afterAll(() => platform.close());

describe('answers of the profile current against the published description', () => {
  itOnce('include no other route, except those named as unpublished', () => {
    expect(answering.filter((route) => !description.has(route))).toEqual([]);
  });

  itOnce('have explained differences only on served routes', () => {
    expect(Object.keys(DIFFERENCES).filter((route) => !answering.includes(route))).toEqual([]);
  });

  it.each(answeringNow)('%s', async (route) => {
    const answers = await asked.answers(route);
    const violations = answers.flatMap((answer) => description.violations(route, answer));
    expect([...new Set(violations)].sort()).toEqual(DIFFERENCES[route]?.violations ?? []);
  });

  it.each(answeringNow)('%s adds no fields', async (route) => {
    const answers = (await asked.answers(route)).filter(({ status }) => status < 300);
    const unknown = answers.flatMap(bodiesOf).flatMap(fieldCheck(route));
    expect([...new Set(unknown)]).toEqual([]);
  });
});
