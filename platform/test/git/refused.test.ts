import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { DEV_GUIDE, ROADMAP, startTestPlatform, type TestPlatform } from '../support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;
const MAIN = 'refs/heads/main';
const ADDRESS = 'https://example.invalid/docs.git';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true });
});

afterAll(() => platform.close());

describe('refused requests', () => {
  it.each([
    [{ ref: 'main' }, 400],
    [{ ref: 'refs/heads/' }, 400],
    [{ ref: 'refs/heads/a..b' }, 400],
    [{ ref: 'refs/heads/-x' }, 400],
    [{ ref: 'refs/heads/a b' }, 400],
    [{ ref: 'refs/heads/x.lock' }, 400],
    [{ ref: 'refs/tags/v1' }, 400],
    [{ repoProjectDirectory: '../up' }, 400],
    [{ repoProjectDirectory: 'a/.git' }, 400],
    [{ timestamp: 'yesterday' }, 400],
    [{ gitInfo: { provider: 'sourceforge' } }, 400],
    [{ url: '--upload-pack=touch x' }, 422],
    [{ url: 'ext::sh -c whoami' }, 422],
    [{ url: 'ext::sh%20-c%20whoami' }, 422],
    [{ url: 'x@ext::whoami' }, 422],
    [{ url: 'fd::17/docs.git' }, 422],
    [{ url: '/etc' }, 422],
    [{ url: 'https://%zz@example.invalid/docs.git' }, 422],
    [{ url: 'https://user:%zz@example.invalid/docs.git' }, 422],
  ])('%j', async (given, status) => {
    const body = { url: ADDRESS, ref: MAIN, ...given };
    expect((await platform.admin('POST', `${SPACE}/git/import`, body)).status).toBe(status);
  });

  it('an export without a message', async () => {
    const body = { url: ADDRESS, ref: MAIN };
    expect((await platform.admin('POST', `${SPACE}/git/export`, body)).status).toBe(400);
  });

  it('callers who are not administrators of the space', async () => {
    const body = { url: ADDRESS, ref: MAIN };
    expect((await platform.editor('POST', `${SPACE}/git/import`, body)).status).toBe(403);
    expect((await platform.reader('GET', `/spaces/${ROADMAP}/git/info`)).status).toBe(404);
  });

  it.each(['file:///srv/docs.git', 'http://127.0.0.1:1/docs.git', 'git@localhost:docs.git'])(
    'the address %s unless private addresses are allowed',
    async (url) => {
      const strict = await startTestPlatform();
      await strict.admin('POST', `${SPACE}/git/import`, { url, ref: MAIN });
      await eventually(async () => {
        const info = await strict.admin('GET', `${SPACE}/git/info`);
        expect(JSON.parse(info.text).lastOperation.error).toBe(
          `${url} is not a public repository address`,
        );
      });
      await strict.close();
    },
  );
});
