import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { createRepository } from '../git/repository.ts';
import { demoSite } from '../sites/support.ts';
import { type AnswerFields, DEV_GUIDE, startTestPlatform, type TestPlatform } from '../support.ts';
import { attributes, textOf, WebReader } from './support.ts';

const BASE = '/docs/orgNorthwind00000001/northwind/developers/developer-guide';

let platform: TestPlatform;

interface Ended extends AnswerFields {
  lastOperation: { status: string; error?: string };
}

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true });
  await platform.admin('PATCH', await demoSite(platform.admin), { visibility: 'public' });
  const repository = await createRepository();
  await repository.commit({
    '.gitbook.yaml': 'redirects:\n  old/start: guides/start.md\n  gone: guides/gone.md\n',
    'SUMMARY.md':
      '* [Status](https://status.example.com/)\n* [Undo](guides/start.md#undo)\n' +
      '* [Home](README.md)\n* [Start](guides/start.md)\n* [Trap](javascript:alert)\n',
    'README.md':
      '# Home\n\nSee [#undo](guides/start.md#undo "mention").\n\n{% include ".gitbook/includes/note.md" %}\n',
    '.gitbook/includes/note.md':
      'See [how to undo](../../guides/start.md#undo).\n\n![A lamp](../assets/lamp.png)\n',
    '.gitbook/assets/lamp.png': 'not really a picture',
    '.gitbook/vars.yaml': 'times: 3\n',
    'guides/start.md':
      '---\ncover: ../.gitbook/assets/lamp.png\nvars:\n  key: Z\n---\n\n# Start\n\n## Undo\n\nUndo it: <code class="expression">page.vars.key</code>, <code class="expression">space.vars.times</code> times.\n',
  });
  const space = `/spaces/${DEV_GUIDE}/git`;
  await platform.admin('POST', `${space}/import`, { url: repository.url, ref: 'refs/heads/main' });
  await eventually(async () => {
    const { lastOperation } = (await platform.admin('GET', `${space}/info`)).json as Ended;
    expect(lastOperation).toMatchObject({ status: 'complete' });
  });
  await repository.remove();
});

afterAll(() => platform.close());

describe('a site whose space came from a repository', () => {
  it('follows the redirects of .gitbook.yaml', async () => {
    const reader = new WebReader(platform.url);
    const old = await reader.request(`${BASE}/old/start`);
    expect([old.status, old.headers.get('location')]).toEqual([307, `${BASE}/start`]);
    expect(textOf(await reader.open(`${BASE}/start`), 'h1')).toBe('Start');
    expect((await reader.request(`${BASE}/gone`)).status).toBe(404);
    expect((await reader.request(`${BASE}/constructor`)).status).toBe(404);
  });

  it('shows the values of variables', async () => {
    const start = await new WebReader(platform.url).open(`${BASE}/start`);
    expect(textOf(start, 'article p')).toBe('Undo it: Z, 3 times.');
  });

  it('shows the cover of a page', async () => {
    const start = await new WebReader(platform.url).open(`${BASE}/start`);
    expect(attributes(start, 'article > figure img', 'src')).toEqual([
      expect.stringMatching(/^\/.*lamp\.png/),
    ]);
  });

  it('leads from included texts to its pages and files', async () => {
    const home = await new WebReader(platform.url).open(`${BASE}/welcome-to-northwind-queue`);
    expect(attributes(home, 'main p > a', 'href')).toContain(`${BASE}/start#undo`);
    expect(textOf(home, 'main p > a')).toBe('Undo');
    const [lamp] = attributes(home, 'main img', 'src');
    expect(lamp).toMatch(/^\/.*lamp\.png/);
    const answer = await fetch(`${platform.url}${lamp}`);
    expect(await answer.text()).toBe('not really a picture');
  });

  it('has working links in its navigation, and starts with a page', async () => {
    const reader = new WebReader(platform.url);
    const home = await reader.open(BASE);
    expect(textOf(home, 'h1')).toBe('Home');
    expect(attributes(home, 'nav.tree > div > ul > li > a', 'href')).toEqual([
      'https://status.example.com/',
      `${BASE}/start#undo`,
      `${BASE}/welcome-to-northwind-queue`,
      `${BASE}/start`,
    ]);
    expect(textOf(home, 'nav.tree span.label')).toBe('Trap');
    const undo = await reader.request(`${BASE}/undo`);
    expect([undo.status, undo.headers.get('location')]).toEqual([307, `${BASE}/start#undo`]);
  });
});
