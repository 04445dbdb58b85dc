import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSite, newSite, newSpace, read } from '../sites/support.ts';
import { DEV_GUIDE, HANDBOOK, startTestPlatform, type TestPlatform } from '../support.ts';

let platform: TestPlatform;
let spare: string[];

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
  spare = [await newSpace(send, 'API'), await newSpace(send, 'SDKs')];
});

afterAll(() => platform.close());

const send: TestPlatform['admin'] = (...call) => platform.admin(...call);

interface Node {
  object: string;
  id: string;
  title: string;
  default?: boolean;
  children?: Node[];
}

/** Titles in order; the title of a group is followed by a list of the titles in it. */
type Outline = (string | Outline)[];

interface Built {
  path: string;
  /** Ids by title. */
  ids: Record<string, string>;
}

/** A site with the sections Guide, Handbook, API and SDKs, the groups Use and Run, and the link Status. */
async function built(): Promise<Built> {
  const path = await newSite(send, { title: 'Docs' });
  const ids: Record<string, string> = {};
  const add = async (kind: string, title: string, body: object) => {
    const made = await send('POST', `${path}/${kind}`, { title, ...body });
    expect(made.status).toBe(201);
    ids[title] = made.json.id;
  };
  const spaces = [DEV_GUIDE, HANDBOOK, ...spare];
  for (const [index, title] of ['Guide', 'Handbook', 'API', 'SDKs'].entries()) {
    await add('sections', title, { spaceId: spaces[index] });
  }
  await add('section-groups', 'Use', {});
  await add('section-groups', 'Run', {});
  await add('external-links', 'Status', { url: 'https://status.example.com' });
  return { path, ids };
}

async function structure(path: string, by = send): Promise<{ type: string; structure: Node[] }> {
  const { text } = await by('GET', `${path}/structure`);
  return JSON.parse(text) as { type: string; structure: Node[] };
}

const outline = (nodes: Node[]): Outline =>
  nodes.flatMap(({ title, children }) => (children ? [title, outline(children)] : [title]));

const outlineOf = async ({ path }: Built) => outline((await structure(path)).structure);

const TYPES = {
  Use: 'site-section-group',
  Run: 'site-section-group',
  Status: 'site-external-link',
};

const pointer = ({ ids }: Built, title: string) => ({
  type: TYPES[title as keyof typeof TYPES] ?? 'site-section',
  id: ids[title],
});

const sort = (site: Built, title: string, position: object) =>
  send('PATCH', `${site.path}/structure/sort`, { item: pointer(site, title), position });

const regroup = ({ path, ids }: Built, title: string, group: string | null) =>
  send('PATCH', `${path}/sections/${ids[title]}`, {
    siteSectionGroupId: group === null ? null : ids[group],
  });

const nest = ({ path, ids }: Built, title: string, parent: string | null) =>
  send('PATCH', `${path}/section-groups/${ids[title]}`, {
    parentSectionGroupId: parent === null ? null : ids[parent],
  });

describe('the structure of a site', () => {
  it('is a list of site-spaces without sections', async () => {
    const path = await newSite(send, { spaces: [DEV_GUIDE, HANDBOOK] });
    expect(await structure(path)).toMatchObject({
      type: 'siteSpaces',
      structure: [
        { object: 'site-space', title: 'Developer Guide', default: true, draft: false },
        { object: 'site-space', title: 'Operations Handbook', default: false, draft: false },
      ],
    });
  });

  it('has sections, groups and links in one order', async () => {
    const site = await built();
    const { type, structure: nodes } = await structure(site.path);
    expect(type).toBe('sections');
    expect(nodes.map(({ object, title }) => [object, title])).toEqual([
      ['site-section', 'Guide'],
      ['site-section', 'Handbook'],
      ['site-section', 'API'],
      ['site-section', 'SDKs'],
      ['site-section-group', 'Use'],
      ['site-section-group', 'Run'],
      ['site-external-link', 'Status'],
    ]);
  });

  it('is visible to the audience of the site', async () => {
    const shared = await demoSite(send);
    expect((await platform.reader('GET', `${shared}/structure`)).status).toBe(200);
    expect((await platform.guest('GET', `${shared}/structure`)).status).toBe(404);
    const [link] = (await read(platform.admin, `${shared}/share-links`)).items;
    const key = link?.urls.published?.split('/').at(-1);
    const visited = await platform.guest('GET', `${shared}/structure?shareKey=${key}`);
    expect(visited.status).toBe(200);
    expect(visited.text).toContain(`/${key}/developers`);
  });

  it('shows draft links to members only', async () => {
    const site = await built();
    await send('PATCH', `${site.path}/external-links/${site.ids.Status}`, { draft: true });
    await send('POST', `${site.path}/publish`);
    const titles = async (by: TestPlatform['admin']) =>
      outline((await structure(site.path, by)).structure);
    expect(await titles(platform.reader)).toContain('Status');
    expect(await titles(platform.guest)).not.toContain('Status');
  });
});

describe('groups', () => {
  it('append sections and other groups, and release them again', async () => {
    const site = await built();
    expect((await regroup(site, 'SDKs', 'Use')).json).toMatchObject({
      object: 'site-section',
      sectionGroup: site.ids.Use,
    });
    await regroup(site, 'API', 'Use');
    expect((await nest(site, 'Use', 'Run')).json).toMatchObject({
      object: 'site-section-group',
      sectionGroup: site.ids.Run,
      children: [{ title: 'SDKs' }, { title: 'API' }],
    });
    expect(await outlineOf(site)).toEqual([
      'Guide',
      'Handbook',
      'Run',
      ['Use', ['SDKs', 'API']],
      'Status',
    ]);
    const again = await regroup(site, 'SDKs', 'Use');
    expect(again.status).toBe(200);
    await regroup(site, 'SDKs', null);
    await nest(site, 'Use', null);
    expect(await outlineOf(site)).toEqual([
      ...['Guide', 'Handbook', 'Run', [], 'Status', 'SDKs'],
      ...['Use', ['API']],
    ]);
  });

  it('nest four levels deep at most', async () => {
    const site = await built();
    const groups = ['Use', 'Run'];
    for (const title of ['Third', 'Fourth', 'Fifth']) {
      const made = await send('POST', `${site.path}/section-groups`, { title });
      site.ids[title] = made.json.id;
      groups.push(title);
    }
    for (const [at, title] of groups.slice(1, 4).entries()) {
      expect((await nest(site, title, groups[at] ?? null)).status).toBe(200);
    }
    const refusal = {
      code: 422,
      message: 'Section groups nest 5 levels deep here; at most 4 are possible',
    };
    expect((await nest(site, 'Fifth', 'Fourth')).json.error).toEqual(refusal);
    expect((await nest(site, 'Use', 'Fifth')).json.error).toEqual(refusal);
  });

  it('cannot form a cycle or contain parts of another site', async () => {
    const site = await built();
    await nest(site, 'Use', 'Run');
    for (const parent of ['Run', 'Use']) {
      expect((await nest(site, 'Run', parent)).json.error).toEqual({
        code: 400,
        message: 'body.parentSectionGroupId: a group cannot be in itself',
      });
    }
    const other = await built();
    const stranger = { ...site, ids: { ...site.ids, Other: other.ids.Use ?? '' } };
    expect((await nest(stranger, 'Use', 'Other')).status).toBe(400);
    expect((await regroup(stranger, 'API', 'Other')).json.error.message).toBe(
      `body.siteSectionGroupId: the site has no section group ${other.ids.Use}`,
    );
  });

  it('leave their parts in place when deleted', async () => {
    const site = await built();
    for (const title of ['Guide', 'API']) await regroup(site, title, 'Use');
    await nest(site, 'Use', 'Run');
    const links = `${site.path}/external-links/${site.ids.Status}`;
    await send('PATCH', links, { parent: site.ids.Use });
    expect(await outlineOf(site)).toEqual([
      'Handbook',
      'SDKs',
      'Run',
      ['Use', ['Guide', 'API', 'Status']],
    ]);
    await send('DELETE', `${site.path}/section-groups/${site.ids.Use}`);
    expect(await outlineOf(site)).toEqual(['Handbook', 'SDKs', 'Run', ['Guide', 'API', 'Status']]);
    await send('DELETE', `${site.path}/section-groups/${site.ids.Run}`);
    expect(await outlineOf(site)).toEqual(['Handbook', 'SDKs', 'Guide', 'API', 'Status']);
  });

  it('count in the choice of the next default section', async () => {
    const site = await built();
    for (const title of ['API', 'SDKs']) await regroup(site, title, 'Use');
    await nest(site, 'Use', 'Run');
    await sort(site, 'Run', { before: pointer(site, 'Guide') });
    await send('DELETE', `${site.path}/sections/${site.ids.Guide}`);
    const defaults = (await read(send, `${site.path}/sections`)).items;
    expect(defaults.map(({ title, default: is }) => [title, is])).toEqual([
      ['API', true],
      ['SDKs', false],
      ['Handbook', false],
    ]);
  });
});

describe('sorting', () => {
  it('moves a part next to any of its siblings, or to the end', async () => {
    const site = await built();
    const moved = await sort(site, 'Status', { before: pointer(site, 'Handbook') });
    expect(moved).toMatchObject({ status: 200, json: { object: 'site-external-link' } });
    await sort(site, 'Run', { after: pointer(site, 'Status') });
    await sort(site, 'Guide', {});
    const sorted = ['Status', 'Run', [], 'Handbook', 'API', 'SDKs', 'Use', [], 'Guide'];
    expect(await outlineOf(site)).toEqual(sorted);
    expect((await sort(site, 'Run', { after: pointer(site, 'Status') })).status).toBe(200);
    expect(await outlineOf(site)).toEqual(sorted);
  });

  it('orders site-spaces within their section', async () => {
    const path = await newSite(send, { spaces: [DEV_GUIDE, HANDBOOK] });
    const [first, second] = (await structure(path)).structure;
    const item = { type: 'site-space', id: second?.id };
    const position = { before: { type: 'site-space', id: first?.id } };
    const answer = await send('PATCH', `${path}/structure/sort`, { item, position });
    expect(answer.json).toMatchObject({ object: 'site-space', title: 'Operations Handbook' });
    expect(outline((await structure(path)).structure)).toEqual([
      'Operations Handbook',
      'Developer Guide',
    ]);
  });

  it('answers 400 to an invalid position, and 404 to a missing part', async () => {
    const site = await built();
    await regroup(site, 'API', 'Use');
    const guide = pointer(site, 'Guide');
    const elsewhere = await sort(site, 'API', { before: guide });
    expect(elsewhere.json.error).toEqual({
      code: 400,
      message: `body.position: no other site-section ${site.ids.Guide} is where it is moved to`,
    });
    const mistaken = { type: 'site-section-group', id: site.ids.Guide };
    expect((await sort(site, 'Handbook', { before: mistaken })).status).toBe(400);
    expect((await sort(site, 'Handbook', { before: guide, after: guide })).status).toBe(400);
    const nothing = { item: { type: 'site-section', id: 'nowhere' }, position: { before: guide } };
    expect((await send('PATCH', `${site.path}/structure/sort`, nothing)).status).toBe(404);
  });

  it('needs the role create on the site', async () => {
    const site = await built();
    const body = { item: pointer(site, 'API'), position: {} };
    const answer = await platform.editor('PATCH', `${site.path}/structure/sort`, body);
    expect(answer.status).toBe(403);
  });
});

describe('external links', () => {
  const optional = {
    localizedTitle: { de: 'Zustand' },
    description: 'Whether all is well',
    localizedDescription: { de: 'Ob alles läuft' },
    icon: 'heart',
    condition: 'visitor.claims.beta',
  };

  it('are created, changed and deleted once', async () => {
    const site = await built();
    const links = `${site.path}/external-links`;
    const given = { title: 'Blog', url: 'https://example.com/blog', draft: true, ...optional };
    const made = await send('POST', links, { ...given, parent: site.ids.Use });
    expect(made.headers.get('location')).toBe(`${platform.url}/v1${links}/${made.json.id}`);
    const { id } = made.json;
    expect(made.json).toEqual({
      object: 'site-external-link',
      id,
      ...given,
      sectionGroup: site.ids.Use,
    });
    const bare = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));
    const changed = await send('PATCH', `${links}/${id}`, { ...bare, draft: false, parent: null });
    const left = { title: 'Blog', url: 'https://example.com/blog', draft: false };
    expect(changed.json).toEqual({ object: 'site-external-link', id, ...left });
    expect((await send('DELETE', `${links}/${id}`)).status).toBe(205);
    expect((await send('DELETE', `${links}/${id}`)).status).toBe(204);
  });

  it.each([
    { title: 'A', url: 'https://example.com' },
    { title: 'Words', url: 'javascript:alert(1)' },
    { title: 'Words', url: '/words' },
    { title: 'Words' },
    { title: 'Words', url: 'https://example.com', parent: 'nowhere' },
    { title: 'Words', url: 'https://example.com', description: 'a'.repeat(257) },
  ])('answer 400 to %j', async (body) => {
    const site = await built();
    expect((await send('POST', `${site.path}/external-links`, body)).status).toBe(400);
  });

  it('only exist beside sections', async () => {
    const path = await newSite(send, { spaces: [DEV_GUIDE] });
    const body = { title: 'Words', url: 'https://example.com' };
    expect((await send('POST', `${path}/external-links`, body)).status).toBe(400);
  });
});
