import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import {
  type AnswerFields,
  pageIds,
  propose,
  publish,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';
import { createRepository, type Repository } from './repository.ts';

const FORMS = fileURLToPath(new URL('../fixtures/forms', import.meta.url));
const ORGANIZATION = 'orgNorthwind00000001';
const SENTENCE = ' One sentence more.';

interface Cover {
  ref: { file: string };
}

let platform: TestPlatform;
let files: Record<string, Buffer>;

interface Ended extends AnswerFields {
  lastOperation: { status: string; error?: string; revision: string };
}

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true, profile: 'current' });
  const paths = await readdir(FORMS, { recursive: true, withFileTypes: true });
  files = Object.fromEntries(
    await Promise.all(
      paths
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }) => {
          const path = join(parentPath, name);
          return [path.slice(FORMS.length + 1), await readFile(path)] as const;
        }),
    ),
  );
});

afterAll(() => platform.close());

async function newSpace(): Promise<string> {
  const { json } = await platform.admin('POST', `/orgs/${ORGANIZATION}/spaces`, { empty: true });
  return `/spaces/${json.id}`;
}

async function run(
  space: string,
  operation: 'import' | 'export',
  repository: Repository,
  branch = 'main',
): Promise<string> {
  const body = { url: repository.url, ref: `refs/heads/${branch}`, commitMessage: 'Write' };
  await platform.admin('POST', `${space}/git/${operation}`, body);
  const { lastOperation } = await eventually(async () => {
    const info = (await platform.admin('GET', `${space}/git/info`)).plain as Ended;
    expect(info.lastOperation.status).not.toBe('running');
    return info;
  });
  expect(lastOperation.error).toBeUndefined();
  return lastOperation.revision;
}

async function markdownOf(space: string, id: string | undefined): Promise<string> {
  const path = `${space}/content/page/${id}?format=markdown`;
  return (await platform.admin('GET', path)).json.markdown;
}

/** The status codes of a proposal of changes, and of its merge. */
async function published(space: string, changes: readonly object[]): Promise<number[]> {
  const { path, answer } = await propose(platform.admin, space, changes);
  return [answer.status, (await platform.admin('POST', `${path}/merge`)).status];
}

async function changed(repository: Repository, from: string, to: string): Promise<string[]> {
  const names = await repository.git('diff', '--name-status', '--no-renames', from, to);
  return names.trim() === '' ? [] : names.trim().split('\n');
}

describe('documentation in every form that the service writes', () => {
  let repository: Repository;
  let space: string;
  let revision: string;
  let ids: Map<string, string>;

  beforeAll(async () => {
    repository = await createRepository();
    await repository.commit(files);
    await repository.git('branch', 'back', 'main');
    space = await newSpace();
    revision = await run(space, 'import', repository);
    ids = await pageIds(platform.admin, space);
  });

  afterAll(() => repository.remove());

  it('has the pages, links and groups that its table of contents lists', async () => {
    const { pages } = (await platform.admin('GET', `${space}/content/pages`)).json;
    const tree = (nodes: readonly AnswerFields[], depth = 0): string[] =>
      nodes.flatMap((node) => [
        `${'  '.repeat(depth)}${(node as AnswerFields & { type: string }).type} ${node.title}`,
        ...tree(node.pages ?? [], depth + 1),
      ]);
    expect(tree(pages)).toEqual([
      'document Lantern',
      'link Status page',
      'group Guides',
      '  document First steps',
      '  document Deploy',
      '    document On your own machines [beta]',
      '    link Rolling back',
      '  document Planned guides',
      '  document Not written yet',
      'group Reference',
      '  document Reference',
      'document Terms & conditions',
    ]);
  });

  it('is read with one title, and links by path', async () => {
    const home = await markdownOf(space, ids.get('lantern'));
    expect(home).toMatch(/^# Lantern\n\n<table/);
    expect(home).toContain('<a href="./guides/first-steps.md">first-steps.md</a>');
    expect(home).toMatch(/\{% file src="\/files\/\w+" %\}/);
    expect(home).toMatch(/\{% include "\/files\/\w+" %\}/);
    expect(home).toContain('{% content-ref url="./guides/deploy/README.md" %}');
    const first = await markdownOf(space, ids.get('guides/first-steps'));
    expect(first).toMatch(/^# First steps with Lantern <a href="#first" id="first"><\/a>\n\nThe/);
    expect(first).toContain('"{% not a tag %}"');
  });

  it('keeps the presentation of pages, and their titles in the table of contents', async () => {
    const read = async (of: string, path: string) => {
      const id = (await pageIds(platform.admin, of)).get(path);
      return (await platform.admin('GET', `${of}/content/page/${id}`)).json;
    };
    const home = await read(space, 'lantern');
    expect(home).toMatchObject({
      layout: { width: 'wide', title: true, tags: false, cover: true, coverSize: 'hero' },
      cover: { ref: { kind: 'file', file: expect.any(String) }, yPos: -38 },
      tags: [{ tag: { kind: 'tag', tag: 'queues' }, primary: true }],
    });
    expect(await read(space, 'guides/first-steps')).toMatchObject({
      title: 'First steps',
      linkTitle: 'Start',
      layout: { width: 'default', tags: true },
      tags: [],
    });
    const copy = (await platform.admin('POST', `${space}/duplicate`, {})).json.id;
    const copied = (await read(`/spaces/${copy}`, 'lantern')) as AnswerFields & { cover: Cover };
    const { file } = copied.cover.ref;
    expect(copied.cover).toMatchObject({ yPos: -38 });
    expect((await platform.admin('GET', `/spaces/${copy}/content/files/${file}`)).status).toBe(200);
  });

  it('is exported byte for byte', async () => {
    await run(space, 'export', repository, 'back');
    expect(await changed(repository, 'main', 'back')).toEqual([]);
  });

  it('creates no revision when it is imported again', async () => {
    expect(await run(space, 'import', repository)).toBe(revision);
    expect(await pageIds(platform.admin, space)).toEqual(ids);
  });

  it('is exported completely to an empty repository, which imports without a revision', async () => {
    const other = await createRepository();
    await run(space, 'export', other);
    const paths = await other.paths();
    const unlisted = ['.gitbook/assets/unused.txt', 'guides/draft.md'];
    expect(paths).toEqual(
      Object.keys(files)
        .filter((path) => !unlisted.includes(path))
        .sort(),
    );
    for (const path of paths) expect(await other.read(path)).toBe(files[path]?.toString());
    expect(await run(space, 'import', other)).toBe(revision);
    await other.remove();
  });

  it('is exported unchanged by a copy of the space', async () => {
    const { id } = (await platform.admin('POST', `${space}/duplicate`)).json;
    await run(`/spaces/${id}`, 'export', repository, 'back');
    expect(await changed(repository, 'main', 'back')).toEqual([]);
    const kept = (await pageIds(platform.admin, `/spaces/${id}`)).values();
    await run(`/spaces/${id}`, 'import', repository);
    expect([...(await pageIds(platform.admin, `/spaces/${id}`)).values()]).toEqual([...kept]);
  });

  it('differs by one sentence after one sentence was added, despite broken links', async () => {
    await run(space, 'import', repository);
    const edits: [path: string, line: string][] = [
      ['guides/first-steps', 'Keep the old queue until the new one is **empty**.'],
      ['guides/deploy', 'A file with the line ends of another system.'],
      ['guides/deploy/own-machines', 'Last line without an end'],
      ['terms', 'Terms\\_with \\*escapes\\* stay &#x26; so do entities.'],
    ];
    const changes = await Promise.all(
      edits.map(async ([path, line]) => {
        const page = ids.get(path);
        const markdown = await markdownOf(space, page);
        expect(markdown).toContain(line);
        const text = markdown.replace(line, () => line + SENTENCE);
        return { operation: 'update_page', page, document: { markdown: text } };
      }),
    );
    expect((await publish(platform.admin, space, changes)).status).toBe(200);
    await run(space, 'export', repository, 'back');
    const lines = (await repository.git('diff', '--unified=0', 'main', 'back'))
      .split('\n')
      .filter((line) => /^\+(?!\+\+ )/.test(line))
      .map((line) => line.slice(1).trimEnd());
    expect(lines.sort()).toEqual(edits.map(([, line]) => line + SENTENCE).sort());
  });

  it('keeps its links correct when a page is moved and another renamed', async () => {
    await run(space, 'import', repository);
    await publish(platform.admin, space, [
      { operation: 'update_page', page: ids.get('terms'), into: ids.get('guides'), at: 0 },
      { operation: 'update_page', page: ids.get('guides/deploy'), title: 'Ship' },
    ]);
    await run(space, 'export', repository, 'back');
    expect(await changed(repository, 'main', 'back')).toEqual([
      'M\tSUMMARY.md',
      'M\tguides/deploy/README.md',
    ]);
    const summary = await repository.read('SUMMARY.md', 'back');
    expect(summary).toContain(
      '* [<code class="expression">Terms</code> & conditions](legal/terms.md)\n* [First steps](guides/first-steps.md "Start")\n* [Ship](guides/deploy/README.md)',
    );
    expect(summary).toContain('type: builtin:openapi');
    expect(await repository.read('guides/deploy/README.md', 'back')).toMatch(
      /^# Ship\r\n\r\nA file/,
    );
  });
});

describe('texts in other encodings', () => {
  const text = '# Café\r\n\r\nUn crème – brûlée.\r\n';
  const western = (from: string) => Buffer.from(from.replace('–', '\x96'), 'latin1');
  const wide = (from: string) => Buffer.from(`\uFEFF${from}`, 'utf16le');
  const encodings: [name: string, encode: (from: string) => Buffer][] = [
    ['latin', western],
    ['marked', (from) => Buffer.from(`\uFEFF${from}`)],
    ['wide', wide],
    ['wider', (from) => wide(from).swap16()],
  ];

  it('are read, and edited in their encoding', async () => {
    const repository = await createRepository();
    const summary = `${encodings.map(([name]) => `* [${name} é](${name}.md)\n`).join('')}`;
    const written = (form: string) =>
      Object.fromEntries(encodings.map(([name, encode]) => [`${name}.md`, encode(form)]));
    const program = { program: text };
    const former = { ...written(text), 'program.md': program };
    await repository.commit({
      'SUMMARY.md': western(`${summary}* [Café](program.md)\n`),
      ...former,
    });
    const space = await newSpace();
    await run(space, 'import', repository);
    const ids = await pageIds(platform.admin, space);
    const changes = await Promise.all(
      [...ids].map(async ([path, page]) => {
        const markdown = await markdownOf(space, page);
        expect([path, markdown]).toEqual([path, '# Café\n\nUn crème – brûlée.']);
        return { operation: 'update_page', page, document: { markdown: `${markdown} Voilà.` } };
      }),
    );
    const added = { operation: 'insert_page', title: 'Là', document: { markdown: 'Ici.' } };
    expect(await published(space, [...changes, added])).toEqual([200, 200]);
    await run(space, 'export', repository);
    const now = text.replace('lée.', 'lée. Voilà.');
    await repository.commit(
      {
        'SUMMARY.md': western(`${summary}* [Café](program.md)\n* [Là](l%C3%A0.md)\n`),
        ...written(now),
        'program.md': { program: now },
        'là.md': '# Là\n\nIci.\n',
      },
      'expected',
    );
    expect(await changed(repository, 'expected', 'main')).toEqual([]);
    expect(await repository.git('diff', '--summary', 'expected', 'main')).toBe('');
  });
});

describe('a table of contents in forms that the service does not write', () => {
  const SUMMARY = `# Summary

Words about this book.

1. [Home](README.md)

1. [One](one.md)
    * **[Two](two.md)** <!-- new -->
    * [Draft]()

    * [](three.md)


## Part <a href="#a-part" id="a-part"></a>

- [Four](four.md)
  Words about it.
- [Five](five.md)

-----

* [Last](last.md)`;

  const paths = ['README', 'one', 'two', 'three', 'four', 'five', 'last'];

  let repository: Repository;
  let space: string;

  beforeAll(async () => {
    repository = await createRepository();
    const contents = paths.map((name) => [`${name}.md`, `# ${name}\n`]);
    await repository.commit({ 'SUMMARY.md': SUMMARY, ...Object.fromEntries(contents) });
    space = await newSpace();
  });

  afterAll(() => repository.remove());

  type Named = (name: string) => string | undefined;

  /** How an export writes the table of contents after a change. */
  async function after(change: (id: Named) => object): Promise<string> {
    await run(space, 'import', repository);
    const ids = await pageIds(platform.admin, space);
    const id = (name: string) => [...ids].find(([path]) => `/${path}`.endsWith(`/${name}`))?.[1];
    expect(await published(space, [change(id)])).toEqual([200, 200]);
    await run(space, 'export', repository, 'back');
    return await repository.read('SUMMARY.md', 'back');
  }

  const added = { operation: 'insert_page', title: 'New', document: { markdown: 'New.' } };
  const moved = { operation: 'update_page' };

  const cases: [name: string, change: (id: Named) => object, from: RegExp, to: string][] = [
    [
      'a new first entry',
      () => ({ ...added, at: 0 }),
      /1. \[Home\]/,
      '1. [New](new.md)\n1. [Home]',
    ],
    [
      'a new entry of a group',
      (id) => ({ ...added, into: id('a-part'), at: 1 }),
      / {2}Words about it.\n/,
      '  Words about it.\n- [New](a-part/new.md)\n',
    ],
    [
      'the first entry below another',
      (id) => ({ ...added, into: id('two') }),
      / <!-- new -->/,
      ' <!-- new -->\n      * [New](one/two/new.md)',
    ],
    [
      'the removal of the first entry of a group',
      (id) => ({ operation: 'delete_page', page: id('four') }),
      /.*Four.*\n {2}Words.*\n/,
      '',
    ],
    [
      'the removal of the last entry of a group',
      (id) => ({ operation: 'delete_page', page: id('five') }),
      /\n.*Five.*/,
      '',
    ],
    [
      'a new title of a group',
      (id) => ({ ...moved, page: id('a-part'), title: 'Teil' }),
      /Part/,
      'Teil',
    ],
    [
      'a new slug of a group',
      (id) => ({ ...moved, page: id('a-part'), slug: 'some' }),
      /a-part/g,
      'some',
    ],
    ['a new title', (id) => ({ ...moved, page: id('one'), title: 'Uno' }), /\[One\]/, '[Uno]'],
    [
      'a move out of a group',
      (id) => ({ ...moved, page: id('five'), into: id('one'), at: 0 }),
      /(\[One\].*\n)([\s\S]*)\n- \[Five\].*/,
      '$1    - [Five](five.md)\n$2',
    ],
    [
      'a move to the end of a group',
      (id) => ({ ...moved, page: id('last'), into: id('a-part') }),
      /\n\n-----\n\n(.*Last)/,
      '\n$1',
    ],
    [
      'a move to the end',
      (id) => ({ ...moved, page: id('two'), into: null }),
      /\n +(.*Two.*)([\s\S]*)/,
      '$2\n$1',
    ],
  ];

  it.each(cases)('keeps its other lines after %s', async (_name, change, from, to) => {
    expect(SUMMARY).toMatch(from);
    expect((await after(change)).split('\n')).toEqual(SUMMARY.replace(from, to).split('\n'));
  });
});

describe('a file of many megabytes', () => {
  it('is imported and exported unchanged', async () => {
    const repository = await createRepository();
    const bytes = randomBytes(9 * 1024 * 1024 + 1);
    await repository.commit({ 'README.md': '# Home\n\n![](film.mp4)\n', 'film.mp4': bytes });
    const space = await newSpace();
    await run(space, 'import', repository);
    const [file] = (await platform.admin('GET', `${space}/content/files`)).json.items;
    const downloaded = await fetch((file as unknown as { downloadURL: string }).downloadURL);
    expect(bytes.equals(Buffer.from(await downloaded.arrayBuffer()))).toBe(true);
    await run(space, 'export', repository, 'back');
    const names = await repository.git('rev-parse', 'main:film.mp4', 'back:film.mp4');
    expect(new Set(names.trim().split('\n')).size).toBe(1);
    await repository.remove();
  });
});

const block = fc.constantFrom(
  'Words of a paragraph, [a link](b.md), ![](x.svg) and `code`.',
  '# Another heading',
  '## Part <a href="#p" id="p"></a>',
  '* one\n  * two',
  '1. first\n2. second',
  '> quoted [text](b.md#part)',
  '```js\n[not](b.md) {% hint %}\n```',
  '{% hint style="info" %}\nSee [b](b.md).\n{% endhint %}',
  '{% tabs %}\n{% tab title="A" %}\nText\n{% endtab %}\n{% endtabs %}',
  '{% content-ref url="b.md" %}\n[b.md](b.md)\n{% endcontent-ref %}',
  '<figure><img src="x.svg" alt=""><figcaption></figcaption></figure>',
  '<table><tbody><tr><td><a href="b.md">b</a></td></tr></tbody></table>',
  '| a | b |\n| - | - |\n| [x](b.md) | y |',
  '***',
  '[ref]: b.md "Title"\n\nBy [reference][ref].',
  'Escaped \\[x\\](b.md) and <https://example.com/a_b>.',
  '    indented [code](b.md)',
  '<details>\n\n<summary>More</summary>\n\nHidden [link](gone.md)\n\n</details>',
  'A set _^[^_] or [^a\\_b], **this **and **"that"**으로[^1].\n\n[^1]: A [note](b.md).',
  '## Own {#own.anchor}',
  '## مرحبا 你好 😀',
  '{% stepper %}\n{% step %}\n### One\n\n{% include ".gitbook/includes/gone.md" %}\n{% endstep %}\n{% endstepper %}',
  '{% columns %}\n{% column width="33.3%" %}\na\n{% endcolumn %}\n\n{% column %}\n[b](b.md)\n{% endcolumn %}\n{% endcolumns %}',
  '{% updates format="full" %}\n{% update date="2026-01-05" tags="new" %}\n## News\n{% endupdate %}\n{% endupdates %}',
  '{% if visitor.claims.x == "y" %}\nSome\n{% endif %}',
  '{% code title="a.sh" overflow="wrap" %}\n```bash\n# no heading\n```\n{% endcode %}',
  '{% code-tabs %}\n{% code-tabs-item title="a" %}\n```\n1\n```\n{% endcode-tabs-item %}\n{% endcode-tabs %}',
  '{% api-method method="get" host="https://x.example" path="/a/:id" %}\n{% api-method-summary %}\nA\n{% endapi-method-summary %}\n{% endapi-method %}',
  '{% openapi-operation spec="a" path="/a" method="get" %}\n[OpenAPI a](https://x.example/a.json)\n{% endopenapi-operation %}',
  '{% embed url="https://x.example/a?b=c_d" %}\nCaption\n{% endembed %}',
  '{% file src="x.svg" %}',
  '<pre class="language-sh"><code class="lang-sh"><strong># no heading\n</strong>\n{% hint %} &#x3C;a>\n</code></pre>',
  '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>A</td><td><a href="b.md">b.md</a></td></tr></tbody></table>',
  '<p align="center"><img src="x.svg" alt=""> <a href="b.md" class="button primary">B</a> <i class="fa-bolt">:bolt:</i></p>',
  '<!-- {% hint %} [b](b.md) -->',
  '$$\na_b\\\\c\n$$',
  'Line with a hard break\\\nand two  \nof them,\ttabs and\u00a0blanks.',
);

const page = fc.record({
  head: fc.constantFrom(
    '',
    '---\ndescription: >-\n  Folded\n  text\ncoverY: 0\n---\n\n',
    '---\ntags: [ a,  b ]\n---\n',
  ),
  heading: fc.constantFrom('', '# A\n\n', 'A\n=\n\n', '# Other\n\n', '#  A  #\n'),
  blocks: fc.array(block, { maxLength: 6 }),
  between: fc.constantFrom('\n\n', '\n\n\n', '\r\n\r\n'),
  end: fc.constantFrom('', '\n', '\n\n\n'),
});

describe('arbitrary pages', () => {
  it('survive import, reading, an edit of one word, export and import', async () => {
    const repository = await createRepository();
    const space = await newSpace();
    // Git takes most of the time, so each run has several pages.
    const pages = fc.array(page, { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pages, async (given) => {
        const texts = given.map(({ head, heading, blocks, between, end }) => {
          const marked = [...blocks, 'The word is before.', ...blocks];
          return head + heading + marked.join(between) + end;
        });
        const names = texts.map((_, index) => `a${index}`);
        await repository.commit({
          'SUMMARY.md': [...names, 'b'].map((name) => `* [${name}](${name}.md)\n`).join(''),
          ...Object.fromEntries(names.map((name, index) => [`${name}.md`, texts[index] ?? ''])),
          'b.md': '# B\n',
          'x.svg': '<svg/>',
        });
        const revision = await run(space, 'import', repository);
        await run(space, 'export', repository);
        const written = () => Promise.all(names.map((name) => repository.read(`${name}.md`)));
        expect(await written()).toEqual(texts);
        expect(await run(space, 'import', repository)).toBe(revision);
        const ids = await pageIds(platform.admin, space);
        const changes = await Promise.all(
          names.map(async (name) => {
            const id = ids.get(name);
            const markdown = (await markdownOf(space, id)).replace('is before.', 'is after.');
            return { operation: 'update_page', page: id, document: { markdown } };
          }),
        );
        await publish(platform.admin, space, changes);
        await run(space, 'export', repository);
        expect(await written()).toEqual(
          texts.map((text) => text.replace('is before.', 'is after.')),
        );
        for (const { page: id, document } of changes) {
          expect(await markdownOf(space, id)).toBe(document.markdown);
        }
      }),
      { numRuns: 2 },
    );
    await repository.remove();
  }, 120_000);
});
