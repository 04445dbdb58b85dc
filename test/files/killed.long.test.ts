import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type PlatformClient } from '../../src/client/index.ts';
import { Folder, loadState, push, SpaceApi, Store } from '../../src/files/index.ts';
import { type Desk, edit, GUIDE, startDesk, write } from './working-copy.ts';

/** The program is killed immediately before a request is sent, or after it was answered. */
type Moment = 'before' | 'after';

class Killed extends Error {}

/** A client that dies at one of the write requests. */
function dyingAt(client: PlatformClient, number: number, moment: Moment): PlatformClient {
  let writes = 0;
  return {
    ...client,
    stream: client.stream.bind(client),
    paginate: client.paginate.bind(client),
    download: client.download.bind(client),
    request: async (request, caller) => {
      if (request.effect === 'read') return client.request(request, caller);
      writes += 1;
      if (writes === number && moment === 'before') throw new Killed();
      const answer = await client.request(request, caller);
      if (writes === number) throw new Killed();
      return answer;
    },
  };
}

const moments = [1, 2, 3, 4, 5, 6].flatMap((number) =>
  (['before', 'after'] as const).map((moment) => [number, moment] as const),
);

describe('a push that is killed', () => {
  let desk: Desk;
  let client: PlatformClient;

  beforeAll(async () => {
    desk = await startDesk();
    client = createClient({ baseUrl: desk.platform.url, userAgent: 'test/1' });
  });

  afterAll(async () => {
    await client.close();
    await desk.close();
  });

  const pushing = async (dir: string, through: PlatformClient) => {
    const store = new Store(await Folder.open(dir));
    const platform = new SpaceApi({ client: through, token: 'demo-admin-token' });
    return push(store, platform, await loadState(store), { subject: 'Once' });
  };
  const drafts = async (): Promise<{ id: string }[]> =>
    (await desk.api('GET', `/spaces/${GUIDE}/change-requests?status=draft&limit=100`)).items;

  it.each(moments)('at write %i, right %s it', async (number, moment) => {
    const dir = await desk.folder();
    await desk.pull(dir);
    await write(dir, '.gitbook/assets/note.txt', `Note ${number} ${moment}.\n`);
    await write(dir, 'one.md', '# One\n\n[Two](one/two.md), [note](.gitbook/assets/note.txt)\n');
    await write(dir, 'one/two.md', '# Two\n\n[One](../one.md)\n');
    await edit(dir, 'limits.md', '# Limits and quotas\n', '# Limits\n\nSee [one](one.md).\n');
    await edit(dir, 'SUMMARY.md', '* [Troubleshooting](troubleshooting.md)\n', '');
    const known = new Set((await drafts()).map(({ id }) => id));
    const first = await pushing(dir, dyingAt(client, number, moment)).catch((error) => error);
    const isKilled = first instanceof Killed;
    const { changeRequest, conflicts, problems } = isKilled ? await pushing(dir, client) : first;
    expect([conflicts, problems]).toEqual([[], []]);
    const made = (await drafts()).filter(({ id }) => !known.has(id));
    expect(made.map(({ id }) => id)).toEqual([changeRequest?.id]);
    const place = `${GUIDE}/change-requests/${changeRequest?.id}`;
    const pages = await desk.pages(place);
    expect(
      [...pages.keys()].filter((path) => /^(one|two|limits|troubleshooting)/.test(path)),
    ).toEqual(['limits', 'one', 'one/two']);
    const { items } = await desk.api('GET', `/spaces/${place}/content/files?limit=100`);
    const notes = items.filter(({ name }: { name: string }) => name === 'note.txt');
    expect(notes).toHaveLength(1);
    expect(await desk.text(place, pages.get('one').id)).toBe(
      `# One\n\n[Two](./two.md), [note](/files/${notes[0].id})`,
    );
    expect(await desk.text(place, pages.get('limits').id)).toMatch(
      /^# Limits\n\nSee \[one\]\(\.\/one\/README\.md\)\./,
    );
    expect((await pushing(dir, client)).sent).toEqual([]);
    expect(await desk.status(dir)).toMatchObject({ here: [], there: [], files: [] });
  });
});
