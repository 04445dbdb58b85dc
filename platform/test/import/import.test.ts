import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRepository } from '../git/repository.ts';
import { type LocalServer, serve } from '../local-server.ts';
import {
  type ApiAnswer,
  DEV_GUIDE,
  HANDBOOK,
  pageIds,
  ROADMAP,
  request,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';
import { docx, PIXEL, zipOf } from './documents.ts';

const SPACE = `/spaces/${HANDBOOK}`;
const MIB = 1024 * 1024;

let platform: TestPlatform;
let web: LocalServer | undefined;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true });
});

afterEach(() => {
  web?.close();
  vi.restoreAllMocks();
});

afterAll(() => platform.close());

/** Serves contents by path; returns the address of the server. */
async function contents(paths: Record<string, string | Uint8Array>): Promise<string> {
  web = await serve(({ url = '' }, response) => {
    const content = paths[url];
    if (content === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(content);
  });
  return web.url;
}

async function changeRequest(): Promise<string> {
  return `${SPACE}/change-requests/${(await platform.editor('POST', `${SPACE}/change-requests`)).json.id}`;
}

/** Imports into a new change request; returns its path and the answer. */
async function importInto(
  source: string,
  url: string,
): Promise<{ path: string; answer: ApiAnswer }> {
  const path = await changeRequest();
  return { path, answer: await platform.editor('POST', `${path}/content/import`, { source, url }) };
}

async function markdownAt(content: string, page: string): Promise<string> {
  const id = (await pageIds(platform.editor, content)).get(page);
  return (await platform.editor('GET', `${content}/content/page/${id}?format=markdown`)).json
    .markdown;
}

async function added(content: string): Promise<string[]> {
  const before = await pageIds(platform.editor, SPACE);
  return [...(await pageIds(platform.editor, content)).keys()].filter((path) => !before.has(path));
}

const counts = (answer: ApiAnswer) => {
  const { importedResources, totalResources } = JSON.parse(answer.text);
  return [importedResources, totalResources];
};

describe('markdown', () => {
  const text = '---\ndescription: What to pack\nlayout: other\n---\n\n# Packing list\n\n* one\n';

  it('becomes a page of a change request, in one new revision', async () => {
    const base = await contents({ '/notes/packing-list.md': text });
    const { path, answer } = await importInto('markdown', `${base}/notes/packing-list.md`);
    expect(answer.status).toBe(201);
    expect(counts(answer)).toEqual([1, 1]);
    expect(answer.headers.get('location')).toBe(
      `${platform.url}/v1${SPACE}/revisions/${answer.json.revision}`,
    );
    expect((await platform.editor('GET', path)).json.revision).toBe(answer.json.revision);
    expect(await added(path)).toEqual(['packing-list']);
    expect(await markdownAt(path, 'packing-list')).toBe('# Packing list\n\n* one');
    const pages = await platform.editor('GET', `${path}/content/pages`);
    expect(pages.text).toContain('"description":"What to pack"');
  });

  it('becomes a page of the space, after the others, that search finds', async () => {
    const base = await contents({ '/zebra.md': '# Zebra crossing\n\nBlack and white.' });
    const body = { source: 'markdown', url: `${base}/zebra.md` };
    const answer = await platform.editor('POST', `/spaces/${DEV_GUIDE}/content/import`, body);
    expect(answer.status).toBe(201);
    const { pages } = (await platform.editor('GET', `/spaces/${DEV_GUIDE}/content/pages`)).json;
    expect(pages.at(-1)?.path).toBe('zebra');
    const found = await platform.editor('GET', `/spaces/${DEV_GUIDE}/search?query=zebra`);
    expect(found.json.items[0]?.title).toBe('Zebra crossing');
  });

  it('is refused with more links than an imported page may have', async () => {
    const base = await contents({ '/many.md': '[a](b) '.repeat(100_001) });
    const { path, answer } = await importInto('markdown', `${base}/many.md`);
    expect([answer.status, answer.json.error.message]).toEqual([
      422,
      expect.stringMatching(/^\S+ can have at most 100000 links; this one has 100001$/),
    ]);
    expect(await added(path)).toEqual([]);
  });

  it('gets a unique slug beside a page with the same name', async () => {
    const base = await contents({ '/upgrades.md': 'Words' });
    const { path } = await importInto('markdown', `${base}/upgrades.md`);
    expect(await added(path)).toEqual(['upgrades-1']);
  });
});

describe('HTML', () => {
  it('becomes the markdown of its main text, without scripts and surroundings', async () => {
    const base = await contents({
      '/a/page.html': `<!doctype html><html><head><title>Site – Page</title><script>alert(1)</script></head><body>
        <nav><a href="/">Home</a></nav>
        <main><h1>Page</h1><p>Some <b>bold</b> words, <a href="other.html">other</a>,
        <a href="javascript:alert(1)">run</a>.</p><img src="../b.png" alt="b" onerror="alert(1)">
        <svg><script>alert(1)</script></svg><p hidden>secret</p>
        <table><tr><th>A</th></tr><tr><td>1</td></tr></table><pre><code class="language-js">go();</code></pre></main>
        <footer>Imprint</footer></body></html>`,
    });
    const { path, answer } = await importInto('html', `${base}/a/page.html`);
    expect(answer.status).toBe(201);
    expect(await markdownAt(path, 'page')).toBe(
      [
        '# Page',
        `Some **bold** words, [other](${base}/a/other.html), run.`,
        `![b](${base}/b.png)`,
        '| A |\n| - |\n| 1 |',
        '```js\ngo();\n```',
      ].join('\n\n'),
    );
  });
});

describe('a website', () => {
  it('becomes one page per page below the address, with their links', async () => {
    const base = await contents({
      '/docs/':
        '<title>Docs</title><p><a href="guide/">Guide</a> <a href="/docs/a.html#x">A</a> <a href="gone">Gone</a> <a href="/blog">Blog</a></p>',
      '/docs/guide/': '<h1>The guide</h1><p><a href="../">up</a> <a href="deep">deep</a></p>',
      '/docs/guide/deep': '<h1>Deep</h1>',
      '/docs/a.html': '<h1>A</h1><h2 id="x">X</h2>',
      '/blog': '<h1>Blog</h1>',
    });
    const { path, answer } = await importInto('website', `${base}/docs/`);
    expect(answer.status).toBe(201);
    expect(counts(answer)).toEqual([4, 5]);
    expect(await added(path)).toEqual(['docs', 'guide', 'guide/deep', 'a']);
    expect(await markdownAt(path, 'docs')).toBe(
      `# Docs\n\n[Guide](./guide/README.md) [A](./a.md#x) [Gone](${base}/docs/gone) [Blog](${base}/blog)`,
    );
    expect(await markdownAt(path, 'guide')).toBe(
      '# The guide\n\n[up](../docs.md) [deep](./deep.md)',
    );
  });

  it('is limited to 50 pages', async () => {
    const links = Array.from({ length: 80 }, (_, index) => `<a href="/p${index}">p</a>`).join('');
    web = await serve((_, response) => response.end(`<h1>P</h1>${links}`));
    expect(counts((await importInto('website', web.url)).answer)).toEqual([50, 50]);
  });
});

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
      web = await serve((_, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
      );
      const { path } = await importInto('html', `${web.url}/page.html`);
      expect(await markdownAt(path, 'page')).toBe('# Compressed\n\nSome words.');
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
    web = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    const { answer } = await importInto('html', web.url);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(message)]);
  });
});

describe('a zip archive', () => {
  it('becomes a tree by its folders, with the images that pages show', async () => {
    const base = await contents({
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
    const { path, answer } = await importInto('zip', `${base}/docs.zip`);
    expect(answer.status).toBe(201);
    expect(counts(answer)).toEqual([4, 5]);
    expect(await added(path)).toEqual(['start', 'b', 'guide', 'guide/first-steps']);
    expect(await markdownAt(path, 'guide/first-steps')).toBe(
      '# First steps\n\nBack to [start](../start.md).',
    );
    const files = (await platform.editor('GET', `${path}/content/files`)).json.items;
    const dot = files.find((file) => JSON.stringify(file).includes('dot.png'));
    expect(await markdownAt(path, 'start')).toBe(
      `# Start\n\n![dot](/files/${dot?.id}) [guide](./guide/first-steps.md#go) [b](./b.md)`,
    );
    const { downloadURL } = JSON.parse(JSON.stringify(dot));
    expect((await request(downloadURL)).status).toBe(200);
  });

  it('becomes a tree by its SUMMARY.md', async () => {
    const base = await contents({
      '/docs.zip': zipOf({
        'SUMMARY.md':
          '# Contents\n\n* [Second first](b.md)\n  * [Below](x/a.md)\n\n## A group\n\n* [In group](c.md)\n* [Web](https://example.com)\n',
        'x/a.md': '# Another title\n\nText',
        'b.md': 'B',
        'c.md': 'C',
        'unlisted.md': 'U',
      }),
    });
    const { path, answer } = await importInto('zip', `${base}/docs.zip`);
    expect(counts(answer)).toEqual([3, 5]);
    expect(await added(path)).toEqual(['b', 'b/a', 'a-group', 'a-group/c', 'a-group/web']);
    expect(await markdownAt(path, 'b/a')).toBe('# Another title\n\nText');
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
    const base = await contents({ '/a.zip': archive() });
    const { answer } = await importInto('zip', `${base}/a.zip`);
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toMatch(message);
  });
});

describe('a word processor document', () => {
  it('becomes a page with its images', async () => {
    const base = await contents({ '/My%20letter.docx': docx('Dear reader', 'All is well.') });
    const { path, answer } = await importInto('docx', `${base}/My%20letter.docx`);
    expect(answer.status).toBe(201);
    expect(counts(answer)).toEqual([2, 2]);
    expect(await markdownAt(path, 'my-letter')).toMatch(
      /^# Dear reader\n\nAll is well\.\n\n!\[A dot\]\(\/files\/\w{20}\)$/,
    );
  });

  it('is refused if it is something else', async () => {
    const base = await contents({ '/a.docx': zipOf({ 'a.txt': 'a' }) });
    const { answer } = await importInto('docx', `${base}/a.docx`);
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toMatch(/^The document is not a readable \.docx file/);
  });
});

describe('a GitHub wiki', () => {
  it('becomes its pages, with their links', async () => {
    const repository = await createRepository('northwind/queue.wiki.git');
    await repository.commit({
      'Home.md': 'See [[Getting started]] and [[the list|Host-List]], not `[[code]]`.',
      'Getting-started.md': '# Getting started\n\nBack [home](Home).',
      'Host-List.markdown': 'a\n',
      'Old.textile': 'h1. Old',
      '_Sidebar.md': '[[Home]]',
    });
    const { path, answer } = await importInto(
      'github-wiki',
      repository.url.replace('.wiki.git', '/wiki'),
    );
    expect(answer.status).toBe(201);
    expect(counts(answer)).toEqual([3, 4]);
    expect(await added(path)).toEqual(['home', 'getting-started', 'host-list']);
    expect(await markdownAt(path, 'home')).toBe(
      '# Home\n\nSee [Getting started](./getting-started.md) and [the list](./host-list.md), not `[[code]]`.',
    );
    expect(await markdownAt(path, 'getting-started')).toContain('Back [home](./home.md).');
    await repository.remove();
  });

  it('is refused if there is none', async () => {
    const { answer } = await importInto('github-wiki', 'file:///nowhere/wiki');
    expect(answer.status).toBe(422);
  });
});

describe('an import', () => {
  it.each(['markdown', 'html'])(
    'of %s takes the name of an address as it is if its percent-encoding is not valid',
    async (source) => {
      const base = await contents({ '/%zz': '<h1>Odd</h1><p>Text.</p>' });
      const { answer } = await importInto(source, `${base}/%zz`);
      expect(answer.status, answer.text).toBe(201);
    },
  );

  it.each(['confluence', 'notion', 'google-docs'])(
    'from %s is refused, with an alternative',
    async (source) => {
      const { answer } = await importInto(source, 'https://example.com/a');
      expect(answer.status).toBe(422);
      expect(answer.json.error.message).toBe(
        `Content cannot be imported from ${source} here; export it there as markdown, HTML or docx, in a zip archive if it is several files, and import that`,
      );
    },
  );

  it.each([
    [{ source: 'markdown' }],
    [{ url: 'https://example.com/a.md' }],
    [{ source: 'pigeon', url: 'https://example.com/a.md' }],
    [{ source: 'markdown', url: 'a.md' }],
  ])('refuses %j', async (body) => {
    expect((await platform.editor('POST', `${SPACE}/content/import`, body)).status).toBe(400);
  });

  it('needs the role edit, an active change request and a space the caller can see', async () => {
    const body = { source: 'markdown', url: 'http://127.0.0.1:1/a.md' };
    expect((await platform.reader('POST', `${SPACE}/content/import`, body)).status).toBe(403);
    expect((await platform.reader('POST', `/spaces/${ROADMAP}/content/import`, body)).status).toBe(
      404,
    );
    const path = await changeRequest();
    await platform.editor('PATCH', path, { status: 'archived' });
    expect((await platform.editor('POST', `${path}/content/import`, body)).status).toBe(409);
  });

  it('leaves nothing behind if it fails', async () => {
    const base = await contents({});
    const before = (await platform.editor('GET', `${SPACE}/content`)).json.id;
    const body = { source: 'markdown', url: `${base}/gone.md` };
    const answer = await platform.editor('POST', `${SPACE}/content/import`, body);
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toBe(`${base}/gone.md answered 404`);
    expect((await platform.editor('GET', `${SPACE}/content`)).json.id).toBe(before);
  });

  it('does not wait forever', async () => {
    const clock = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    web = await serve(() => clock.abort());
    const { answer } = await importInto('html', web.url);
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toBe(`${web.url} did not answer in time`);
  });

  it.each(['website', 'markdown', 'html', 'zip', 'docx', 'github-wiki'])(
    'of %s fetches no private address unless allowed',
    async (source) => {
      const strict = await startTestPlatform();
      const body = { source, url: 'http://127.0.0.1:1/a/wiki' };
      const answer = await strict.editor('POST', `${SPACE}/content/import`, body);
      expect(answer.status).toBe(422);
      expect(answer.json.error.message).toMatch(/is not a public (http\(s\)|repository) address$/);
      await strict.close();
    },
  );
});
