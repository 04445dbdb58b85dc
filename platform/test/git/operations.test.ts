import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../local-server.ts';
import { type AnswerFields, DEV_GUIDE, startTestPlatform } from '../support.ts';
import { MAIN, SPACE, spaceAndRepository } from './space-and-repository.ts';

const given = spaceAndRepository();

/** A platform with an import that waits for its repository, which never answers. */
async function heldImport() {
  const data = await mkdtemp(join(tmpdir(), 'platform-'));
  let held: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    held = resolve;
  });
  const web = await serve(() => held());
  onTestFinished(async () => {
    await web.close();
    await rm(data, { recursive: true });
  });
  const first = await startTestPlatform({ data, allowPrivateAddresses: true });
  const body = { url: `${web.url}/docs.git`, ref: MAIN };
  await first.admin('POST', `${SPACE}/git/import`, body);
  await asked;
  return { data, first, body };
}

describe('git info', () => {
  it('is 404 before the first operation, and gitSync of the space follows it', async () => {
    const fresh = await startTestPlatform({ allowPrivateAddresses: true });
    expect((await fresh.reader('GET', `${SPACE}/git/info`)).status).toBe(404);
    await given.repository.commit({ 'README.md': '# A' });
    await fresh.admin('POST', `${SPACE}/git/import`, { url: given.repository.url, ref: MAIN });
    const { updatedAt } = await given.ended(SPACE, fresh);
    const spaces = await fresh.reader('GET', '/collections/collProductDocs00001/spaces');
    const space = JSON.parse(spaces.text).items.find(({ id }: AnswerFields) => id === DEV_GUIDE);
    expect(space.gitSync).toEqual({
      repoName: 'northwind/docs',
      url: given.repository.url,
      updatedAt,
    });
    await fresh.close();
  });

  it('reports that the platform stopped in the meantime, and allows the operation to be started again', async () => {
    const { data, first, body } = await heldImport();
    const busy = await first.admin('POST', `${SPACE}/git/import`, body);
    expect(busy.status).toBe(409);
    await first.close();
    const second = await startTestPlatform({ data, allowPrivateAddresses: true });
    const { lastOperation } = await given.ended(SPACE, second);
    expect(lastOperation).toMatchObject({ status: 'failed', error: 'The platform was stopped' });
    await second.close();
  });

  it('still reports that an operation is running when another platform starts on the same data', async () => {
    const { data, first, body } = await heldImport();
    const second = await startTestPlatform({ data, allowPrivateAddresses: true });
    const info = await second.reader('GET', `${SPACE}/git/info`);
    expect(JSON.parse(info.text).lastOperation.status).toBe('running');
    expect((await second.admin('POST', `${SPACE}/git/import`, body)).status).toBe(409);
    await first.close();
    await second.close();
  });
});

describe('credentials', () => {
  it('go to the repository and are stored nowhere', async () => {
    const data = await mkdtemp(join(tmpdir(), 'platform-'));
    const sent = new Set<string | undefined>();
    const web = await serve(({ headers }, response) => {
      sent.add(headers.authorization);
      response.writeHead(403).end('no');
    });
    onTestFinished(() => web.close());
    const own = await startTestPlatform({ data, allowPrivateAddresses: true });
    const address = web.url.replace('//', '//robot:s3cr3t-t0ken@');
    const body = { url: `${address}/docs.git`, ref: MAIN, repoTreeURL: `${address}/tree` };
    expect((await own.admin('POST', `${SPACE}/git/import`, body)).status).toBe(204);
    const info = await given.ended(SPACE, own);
    expect(info.lastOperation.status).toBe('failed');
    expect([...sent]).toEqual(['Basic cm9ib3Q6czNjcjN0LXQwa2Vu']);
    expect(JSON.stringify(info)).not.toMatch(/s3cr3t|cm9ib3Q6/);
    await own.close();
    for (const name of await readdir(data)) {
      expect((await readFile(join(data, name))).includes('s3cr3t')).toBe(false);
    }
    await rm(data, { recursive: true });
  });
});
