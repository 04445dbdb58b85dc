import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRepository } from '../git/repository.ts';
import { serve } from '../local-server.ts';
import { DEV_GUIDE, ROADMAP, startTestPlatform } from '../support.ts';
import { counts, importing, SPACE } from './importing.ts';

const given = importing();

afterEach(() => {
  vi.restoreAllMocks();
});

describe('markdown', () => {
  const text = '---\ndescription: What to pack\nlayout: other\n---\n\n# Packing list\n\n* one\n';

  it('becomes a page of a change request, in one new revision', async () => {
    const base = await given.contents({ '/notes/packing-list.md': text });
    const { path, answer } = await given.into('markdown', `${base}/notes/packing-list.md`);
    expect(answer.status).toBe(201);
    expect(counts(answer)).toEqual([1, 1]);
    expect(answer.headers.get('location')).toBe(
      `${given.platform.url}/v1${SPACE}/revisions/${answer.json.revision}`,
    );
    expect((await given.platform.editor('GET', path)).json.revision).toBe(answer.json.revision);
    expect(await given.added(path)).toEqual(['packing-list']);
    expect(await given.markdownAt(path, 'packing-list')).toBe('# Packing list\n\n* one');
    const pages = await given.platform.editor('GET', `${path}/content/pages`);
    expect(pages.text).toContain('"description":"What to pack"');
  });

  it('becomes a page of the space, after the others, that search finds', async () => {
    const base = await given.contents({ '/zebra.md': '# Zebra crossing\n\nBlack and white.' });
    const body = { source: 'markdown', url: `${base}/zebra.md` };
    const answer = await given.platform.editor('POST', `/spaces/${DEV_GUIDE}/content/import`, body);
    expect(answer.status).toBe(201);
    const { pages } = (await given.platform.editor('GET', `/spaces/${DEV_GUIDE}/content/pages`))
      .json;
    expect(pages.at(-1)?.path).toBe('zebra');
    const found = await given.platform.editor('GET', `/spaces/${DEV_GUIDE}/search?query=zebra`);
    expect(found.json.items[0]?.title).toBe('Zebra crossing');
  });

  it('is refused with more links than an imported page may have', async () => {
    const base = await given.contents({ '/many.md': '[a](b) '.repeat(100_001) });
    const { path, answer } = await given.into('markdown', `${base}/many.md`);
    expect([answer.status, answer.json.error.message]).toEqual([
      422,
      expect.stringMatching(/^\S+ can have at most 100000 links; this one has 100001$/),
    ]);
    expect(await given.added(path)).toEqual([]);
  });

  it('gets a unique slug beside a page with the same name', async () => {
    const base = await given.contents({ '/upgrades.md': 'Words' });
    const { path } = await given.into('markdown', `${base}/upgrades.md`);
    expect(await given.added(path)).toEqual(['upgrades-1']);
  });
});

describe('HTML', () => {
  it('becomes the markdown of its main text, without scripts and surroundings', async () => {
    const base = await given.contents({
      '/a/page.html': `<!doctype html><html><head><title>Site – Page</title><script>alert(1)</script></head><body>
        <nav><a href="/">Home</a></nav>
        <main><h1>Page</h1><p>Some <b>bold</b> words, <a href="other.html">other</a>,
        <a href="javascript:alert(1)">run</a>.</p><img src="../b.png" alt="b" onerror="alert(1)">
        <svg><script>alert(1)</script></svg><p hidden>secret</p>
        <table><tr><th>A</th></tr><tr><td>1</td></tr></table><pre><code class="language-js">go();</code></pre></main>
        <footer>Imprint</footer></body></html>`,
    });
    const { path, answer } = await given.into('html', `${base}/a/page.html`);
    expect(answer.status).toBe(201);
    expect(await given.markdownAt(path, 'page')).toBe(
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
    const base = await given.contents({
      '/docs/':
        '<title>Docs</title><p><a href="guide/">Guide</a> <a href="/docs/a.html#x">A</a> <a href="gone">Gone</a> <a href="/blog">Blog</a></p>',
      '/docs/guide/': '<h1>The guide</h1><p><a href="../">up</a> <a href="deep">deep</a></p>',
      '/docs/guide/deep': '<h1>Deep</h1>',
      '/docs/a.html': '<h1>A</h1><h2 id="x">X</h2>',
      '/blog': '<h1>Blog</h1>',
    });
    const { path, answer } = await given.into('website', `${base}/docs/`);
    expect(answer.status).toBe(201);
    expect(counts(answer)).toEqual([4, 5]);
    expect(await given.added(path)).toEqual(['docs', 'guide', 'guide/deep', 'a']);
    expect(await given.markdownAt(path, 'docs')).toBe(
      `# Docs\n\n[Guide](./guide/README.md) [A](./a.md#x) [Gone](${base}/docs/gone) [Blog](${base}/blog)`,
    );
    expect(await given.markdownAt(path, 'guide')).toBe(
      '# The guide\n\n[up](../docs.md) [deep](./deep.md)',
    );
  });

  it('is limited to 50 pages', async () => {
    const links = Array.from({ length: 80 }, (_, index) => `<a href="/p${index}">p</a>`).join('');
    given.web = await serve((_, response) => response.end(`<h1>P</h1>${links}`));
    expect(counts((await given.into('website', given.web.url)).answer)).toEqual([50, 50]);
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
    const { path, answer } = await given.into(
      'github-wiki',
      repository.url.replace('.wiki.git', '/wiki'),
    );
    expect(answer.status).toBe(201);
    expect(counts(answer)).toEqual([3, 4]);
    expect(await given.added(path)).toEqual(['home', 'getting-started', 'host-list']);
    expect(await given.markdownAt(path, 'home')).toBe(
      '# Home\n\nSee [Getting started](./getting-started.md) and [the list](./host-list.md), not `[[code]]`.',
    );
    expect(await given.markdownAt(path, 'getting-started')).toContain('Back [home](./home.md).');
    await repository.remove();
  });

  it('is refused if there is none', async () => {
    const { answer } = await given.into('github-wiki', 'file:///nowhere/wiki');
    expect(answer.status).toBe(422);
  });
});

describe('an import', () => {
  it.each(['markdown', 'html'])(
    'of %s takes the name of an address as it is if its percent-encoding is not valid',
    async (source) => {
      const base = await given.contents({ '/%zz': '<h1>Odd</h1><p>Text.</p>' });
      const { answer } = await given.into(source, `${base}/%zz`);
      expect(answer.status, answer.text).toBe(201);
    },
  );

  it.each(['confluence', 'notion', 'google-docs'])(
    'from %s is refused, with an alternative',
    async (source) => {
      const { answer } = await given.into(source, 'https://example.com/a');
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
    expect((await given.platform.editor('POST', `${SPACE}/content/import`, body)).status).toBe(400);
  });

  it('needs the role edit, an active change request and a space the caller can see', async () => {
    const body = { source: 'markdown', url: 'http://127.0.0.1:1/a.md' };
    expect((await given.platform.reader('POST', `${SPACE}/content/import`, body)).status).toBe(403);
    expect(
      (await given.platform.reader('POST', `/spaces/${ROADMAP}/content/import`, body)).status,
    ).toBe(404);
    const path = await given.changeRequest();
    await given.platform.editor('PATCH', path, { status: 'archived' });
    expect((await given.platform.editor('POST', `${path}/content/import`, body)).status).toBe(409);
  });

  it('leaves nothing behind if it fails', async () => {
    const base = await given.contents({});
    const before = (await given.platform.editor('GET', `${SPACE}/content`)).json.id;
    const body = { source: 'markdown', url: `${base}/gone.md` };
    const answer = await given.platform.editor('POST', `${SPACE}/content/import`, body);
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toBe(`${base}/gone.md answered 404`);
    expect((await given.platform.editor('GET', `${SPACE}/content`)).json.id).toBe(before);
  });

  it('does not wait forever', async () => {
    const clock = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    given.web = await serve(() => clock.abort());
    const { answer } = await given.into('html', given.web.url);
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toBe(`${given.web.url} did not answer in time`);
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
