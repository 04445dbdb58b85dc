import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serve } from '../local-server.ts';
import { pageIds, request } from '../support.ts';
import { docx, PIXEL, zipOf } from './documents.ts';
import { counts, importing, MIB } from './importing.ts';

const given = importing();

describe('compressed content', () => {
  const compressions = {
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    'gzip, br': (bytes: string) => brotliCompressSync(gzipSync(bytes)),
  };

  it.each(Object.entries(compressions))(
    'in %s is read like any other',
    async (encoding, compress) => {
      const bytes = compress('<h1>Compressed</h1><p>Some words.</p>');
      given.web = await serve((_, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
      );
      const { path } = await given.into('html', `${given.web.url}/page.html`);
      expect(await given.markdownAt(path, 'page')).toBe('# Compressed\n\nSome words.');
    },
  );

  it.each([
    ['in an unknown encoding', 'zstd', '<p>a', 'is encoded as zstd, which cannot be read here'],
    [
      'in an encoding with an inherited name',
      'constructor, __proto__',
      '<p>a',
      'is encoded as constructor, __proto__, which cannot be read here',
    ],
    [
      'that is an archive of an archive too large',
      'gzip, gzip',
      gzipSync(gzipSync(Buffer.alloc(21 * MIB))),
      'is larger than 20971520 bytes',
    ],
    ['that is damaged', 'gzip', '<p>a', 'broke off'],
    [
      'that becomes too large',
      'gzip',
      gzipSync(Buffer.alloc(21 * MIB)),
      'is larger than 20971520 bytes',
    ],
  ])('%s is refused', async (_, encoding, bytes, message) => {
    given.web = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    const { answer } = await given.into('html', given.web.url);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(message)]);
  });
});

describe('a zip archive', () => {
  it('becomes a tree by its folders, with the images that pages show', async () => {
    const base = await given.contents({
      '/docs.zip': zipOf({
        'docs/README.md':
          '# Start\n\n![dot](images/dot.png) [guide](guide/first-steps.md#go) [b](b.html)',
        'docs/b.html': '<h1>B</h1>',
        'docs/guide/first-steps.md': 'Back to [start](../README.md).',
        'docs/images/dot.png': PIXEL,
        'docs/images/unused.png': PIXEL,
        'docs/.hidden/secret.md': 'No',
        '../../evil.md': '# Evil',
      }),
    });
    const { path, answer } = await given.into('zip', `${base}/docs.zip`);
    expect(answer.status).toBe(201);
    expect(counts(answer)).toEqual([4, 5]);
    expect(await given.added(path)).toEqual(['start', 'b', 'guide', 'guide/first-steps']);
    expect(await given.markdownAt(path, 'guide/first-steps')).toBe(
      '# First steps\n\nBack to [start](../start.md).',
    );
    const files = (await given.platform.editor('GET', `${path}/content/files`)).json.items;
    const dot = files.find((file) => JSON.stringify(file).includes('dot.png'));
    expect(await given.markdownAt(path, 'start')).toBe(
      `# Start\n\n![dot](/files/${dot?.id}) [guide](./guide/first-steps.md#go) [b](./b.md)`,
    );
    const { downloadURL } = JSON.parse(JSON.stringify(dot));
    expect((await request(downloadURL)).status).toBe(200);
  });

  it('has links to pages and files in the texts that pages include', async () => {
    const base = await given.contents({
      '/docs.zip': zipOf({
        'README.md': '# Start\n\n{% include ".gitbook/includes/note.md" %}\n',
        'guide.md': '# Guide\n\nText.\n',
        '.gitbook/includes/note.md': '[guide](../../guide.md#go) ![dot](../assets/dot.png)\n',
        '.gitbook/assets/dot.png': PIXEL,
      }),
    });
    const { path } = await given.into('zip', `${base}/docs.zip`);
    const { json } = await given.platform.editor('GET', `${path}/content/files`);
    const files = json.items as unknown as { id: string; name: string; downloadURL: string }[];
    const [dot, note] = ['dot.png', 'note.md'].map((named) =>
      files.find(({ name }) => name === named),
    );
    expect(await given.markdownAt(path, 'start')).toContain(`{% include "/files/${note?.id}" %}`);
    const guide = (await pageIds(given.platform.editor, path)).get('guide');
    expect((await request(note?.downloadURL ?? '')).text).toBe(
      `[guide](/pages/${guide}#go) ![dot](/files/${dot?.id})\n`,
    );
  });

  it('becomes a tree by its SUMMARY.md', async () => {
    const base = await given.contents({
      '/docs.zip': zipOf({
        'SUMMARY.md':
          '# Contents\n\n* [Second first](b.md)\n  * [Below](x/a.md)\n\n## A group\n\n* [In group](c.md)\n* [Web](https://example.com)\n',
        'x/a.md': '# Another title\n\nText',
        'b.md': 'B',
        'c.md': 'C',
        'unlisted.md': 'U',
      }),
    });
    const { path, answer } = await given.into('zip', `${base}/docs.zip`);
    expect(counts(answer)).toEqual([3, 5]);
    expect(await given.added(path)).toEqual(['b', 'b/a', 'a-group', 'a-group/c', 'a-group/web']);
    expect(await given.markdownAt(path, 'b/a')).toBe('# Another title\n\nText');
  });

  it.each([
    ['no archive', () => Buffer.from('PK no'), /damaged or not a zip archive/],
    ['an archive without pages', () => zipOf({ 'a.txt': 'a' }), /holds no page/],
    [
      'an archive that unpacks to too much',
      () => zipOf({ 'a.md': Buffer.alloc(21 * MIB) }),
      /more than 20971520 bytes/,
    ],
    [
      'an archive of too many files',
      () => zipOf(Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`${at}.md`, 'a']))),
      /or 5000 files/,
    ],
    [
      'an archive with a page 2,000 folders deep',
      () => zipOf({ [`${'a/'.repeat(2_000)}b.md`]: 'b' }),
      /nest 101 levels deep here; at most 100/,
    ],
  ])('is refused if it is %s', async (_, archive, message) => {
    const base = await given.contents({ '/a.zip': archive() });
    const { answer } = await given.into('zip', `${base}/a.zip`);
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toMatch(message);
  });
});

describe('a word processor document', () => {
  it('becomes a page with its images', async () => {
    const base = await given.contents({ '/My%20letter.docx': docx('Dear reader', 'All is well.') });
    const { path, answer } = await given.into('docx', `${base}/My%20letter.docx`);
    expect(answer.status).toBe(201);
    expect(counts(answer)).toEqual([2, 2]);
    expect(await given.markdownAt(path, 'my-letter')).toMatch(
      /^# Dear reader\n\nAll is well\.\n\n!\[A dot\]\(\/files\/\w{20}\)$/,
    );
  });

  it('is refused if it is something else', async () => {
    const base = await given.contents({ '/a.docx': zipOf({ 'a.txt': 'a' }) });
    const { answer } = await given.into('docx', `${base}/a.docx`);
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toMatch(/^The document is not a readable \.docx file/);
  });
});
