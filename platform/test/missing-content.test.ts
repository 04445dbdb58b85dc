import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../src/platform.ts';
import { createRepository } from './git/repository.ts';
import { endOf, newSpace } from './git/synced.ts';
import { publish, startTestPlatform, type TestPlatform } from './support.ts';

/** A file whose content was lost, for instance with a damaged database. */
let data: string;
let platform: TestPlatform;
let space: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'platform-'));
  platform = await startTestPlatform({ data, allowPrivateAddresses: true, profile: 'current' });
  space = await newSpace(platform);
  const base64 = Buffer.from('the content that is lost').toString('base64');
  const files = [{ name: 'lost.png', ref: 'lost', contentType: 'image/png', base64 }];
  const document = { markdown: 'See ![a chart](lost) and ![](lost).' };
  await publish(platform.admin, space, [
    { operation: 'insert_files', files },
    { operation: 'insert_page', title: 'Charts', document },
  ]);
  const db = openDatabase(data);
  db.run('PRAGMA foreign_keys = OFF');
  db.run("DELETE FROM blob WHERE content_type = 'image/png'");
  db.close();
});

afterAll(async () => {
  await platform.close();
  await rm(data, { recursive: true });
});

it('is not exported as an empty file', async () => {
  const repository = await createRepository();
  const body = { url: repository.url, ref: 'refs/heads/main', commitMessage: 'Write the docs' };
  expect((await platform.admin('POST', `${space}/git/export`, body)).status).toBe(204);
  const { lastOperation } = await endOf(platform, space);
  expect(lastOperation).toMatchObject({
    status: 'failed',
    error: 'The content of .gitbook/assets/lost.png is missing from the database; upload it again',
  });
  await expect(repository.paths()).rejects.toThrow();
  await repository.remove();
});

it('is mentioned in a PDF in place of its image', async () => {
  const { id } = (await platform.admin('POST', `${space}/change-requests`, { subject: 'x' })).json;
  const answer = await platform.admin('GET', `${space}/change-requests/${id}/pdf`);
  const response = await fetch(JSON.parse(answer.text).url);
  const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { items } = await (await document.getPage(1)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('');
  expect(text).toContain('[a chart: the file is missing] and [Image: the file is missing]');
});
