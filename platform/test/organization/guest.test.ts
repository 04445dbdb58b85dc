import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../../test/support/long-run.ts';
import { openDatabase } from '../../src/platform.ts';
import { servedRoutes } from '../../src/routes/profiles.ts';
import { startTestPlatform, type TestPlatform } from '../support.ts';
import { copyDatabase } from './copies.ts';

/** Queries for the values of each parameter. */
const VALUES: Record<string, string> = {
  organizationId: 'SELECT id FROM organization',
  spaceId: 'SELECT id FROM space',
  collectionId: 'SELECT id FROM collection',
  changeRequestId: 'SELECT id FROM change_request',
  pageId: 'SELECT id FROM page',
  fileId: 'SELECT id FROM file',
  revisionId: 'SELECT id FROM revision',
  commentId: 'SELECT id FROM comment',
  commentReplyId: 'SELECT id FROM reply',
  specSlug: 'SELECT slug FROM openapi_spec',
  versionId: 'SELECT id FROM openapi_version',
  siteId: 'SELECT id FROM site',
  siteSectionId: 'SELECT id FROM site_section',
  siteSpaceId: 'SELECT id FROM site_space',
  samlProviderId: 'SELECT id FROM saml_provider',
  teamId: 'SELECT id FROM team',
  userId: 'SELECT id FROM user',
  fieldName: 'SELECT name FROM custom_field',
  translationSettingsId: 'SELECT id FROM translation_settings',
  inviteId: 'SELECT id FROM invite',
};

/** Routes that describe the guest and the guest's organization. */
const OWN = [
  '/v1/user',
  '/v1/orgs',
  '/v1/orgs/{organizationId}',
  '/v1/users/{userId}',
  '/v1/orgs/{organizationId}/permissions/aggregate',
];

/** Anybody who knows the id of an invitation may use it. */
const INVITATION = '/v1/orgs/{organizationId}/invites/{inviteId}';

/** Number of values tried for each parameter. */
const TRIED = 3;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guest-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(shareOf(['contract', 'current'] as const))('a guest of the %s profile', (profile) => {
  let platform: TestPlatform;
  let known: ReadonlyMap<string, readonly string[]>;
  let secrets: readonly string[];

  beforeAll(async () => {
    const data = join(folder, profile);
    await (await startTestPlatform({ data, profile })).close();
    const db = openDatabase(data);
    const first = (sql: string) =>
      db.all<Record<string, string>>(sql).map((row) => Object.values(row)[0] ?? '');
    known = new Map(Object.entries(VALUES).map(([name, sql]) => [name, first(sql)]));
    secrets = [
      ...(known.get('spaceId') ?? []),
      ...(known.get('specSlug') ?? []),
      ...(known.get('samlProviderId') ?? []),
      ...(known.get('siteId') ?? []),
      ...(known.get('teamId') ?? []),
      ...first('SELECT title FROM space'),
      ...first('SELECT title FROM page'),
      ...first('SELECT label FROM saml_provider'),
    ].filter((text) => text.length > 6);
    await copyDatabase(db, `${data}-copy`);
    db.close();
    platform = await startTestPlatform({ data: `${data}-copy`, profile });
    return () => platform.close();
  });

  const routes = servedRoutes(profile).map(({ method, template }) => ({ method, template }));

  it('reads nothing on any route', async () => {
    const read: string[] = [];
    for (const { method, template } of routes) {
      if (method !== 'GET' || OWN.includes(template)) continue;
      for (const path of paths(template, known)) {
        const answer = await platform.guest('GET', `${path}?query=retries&url=x&limit=1000`);
        const told = secrets.filter((text) => answer.text.includes(text) && !path.includes(text));
        if (answer.status < 400 && !isEmpty(answer.text))
          read.push(`GET ${path}: ${answer.text.slice(0, 200)}`);
        if (told.length > 0) read.push(`GET ${path} tells ${told}`);
      }
    }
    expect(read).toEqual([]);
  });

  it.runIf(profile === 'current')('sees no address of anybody else', async () => {
    const people = [];
    for (const id of known.get('userId') ?? []) {
      const { status, json } = await platform.guest('GET', `/users/${id}`);
      people.push({ status, email: (json as { email?: string }).email });
    }
    expect(people.length).toBeGreaterThan(3);
    expect(people.filter(({ email }) => email !== undefined)).toEqual([
      { status: 200, email: expect.stringContaining('@example.com') },
    ]);
  });

  it('changes nothing on any route', async () => {
    const done: string[] = [];
    for (const { method, template } of routes) {
      if (method === 'GET' || template === INVITATION) continue;
      for (const path of paths(template, known)) {
        const answer = await platform.guest(method, path, method === 'DELETE' ? undefined : {});
        if (answer.status < 400 && !isEmpty(answer.text))
          done.push(`${method} ${path}: ${answer.status}`);
      }
    }
    expect(done).toEqual([]);
  });
});

/** Paths of a route, without `/v1`, with some of the existing values. */
function paths(template: string, known: ReadonlyMap<string, readonly string[]>): string[] {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  let found = [template.slice('/v1'.length)];
  for (const name of names) {
    const values = known.get(name) ?? [];
    const tried = values.length > 0 ? values.slice(0, TRIED) : ['none'];
    found = found.flatMap((path) => tried.map((value) => path.replace(`{${name}}`, value)));
  }
  return found;
}

/** Whether an answer has no body, or is an empty list or stream. */
function isEmpty(text: string): boolean {
  return NOTHING.includes(
    text.replaceAll(/"count":0,|,"(count":0|pages":\[\])/g, '').replaceAll('\n', ''),
  );
}

const NOTHING = [
  '',
  '{"items":[]}',
  '{"organizations":[]}',
  '{"questions":[]}',
  'event: donedata: {}',
  'data: {"type":"answer","answer":{"followupQuestions":[],"sources":[]}}event: donedata: {}',
];
