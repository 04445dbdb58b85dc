import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docx, zipOf } from '../../platform/test/import/documents.ts';
import { DEV_GUIDE, pageIds } from '../../platform/test/support.ts';
import { type PlatformProcess, startProcess } from './process.ts';

/** Files of other programs, whose readers are only partly in the bundle. */
const FILES: Readonly<Record<string, Buffer>> = {
  docx: docx('Curlews', 'A curlew probes the mud.'),
  zip: zipOf({ 'curlews.md': '# Curlews\n\nA curlew probes the mud.' }),
  html: Buffer.from('<h1>Curlews</h1><p>A curlew probes the mud.</p>'),
};

const web = createServer(({ url = '/' }, response) =>
  response.end(FILES[url.replace('/curlews.', '')]),
);
let platform: PlatformProcess;

beforeAll(async () => {
  await once(web.listen(0, '127.0.0.1'), 'listening');
  platform = await startProcess(['--allow-private-addresses']);
});

afterAll(async () => {
  await platform.kill();
  web.close();
});

describe('the built platform imports', () => {
  it.each(Object.keys(FILES))('%s', async (source) => {
    const { port } = web.address() as AddressInfo;
    const { json } = await platform.send('POST', `/spaces/${DEV_GUIDE}/change-requests`, {
      subject: source,
    });
    const path = `/spaces/${DEV_GUIDE}/change-requests/${json.id}`;
    const url = `http://127.0.0.1:${port}/curlews.${source}`;
    const body = { source, url };
    expect((await platform.send('POST', `${path}/content/import`, body)).status).toBe(201);
    const id = (await pageIds(platform.send, path)).get('curlews');
    const page = await platform.send('GET', `${path}/content/page/${id}?format=markdown`);
    expect(page.json.markdown).toContain('A curlew probes the mud.');
  });
});
