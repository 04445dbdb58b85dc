import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageIds, publish, startTestPlatform, type TestPlatform } from '../support.ts';
import { createRepository } from './repository.ts';
import { changed, markdownOf, newSpace, published, sync } from './synced.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ allowPrivateAddresses: true, profile: 'current' });
});

afterAll(() => platform.close());

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
    const space = await newSpace(platform);
    await sync(platform, 'import', { space, repository });
    const ids = await pageIds(platform.admin, space);
    const changes = await Promise.all(
      [...ids].map(async ([path, page]) => {
        const markdown = await markdownOf(platform, space, page);
        expect([path, markdown]).toEqual([path, '# Café\n\nUn crème – brûlée.']);
        return { operation: 'update_page', page, document: { markdown: `${markdown} Voilà.` } };
      }),
    );
    const added = { operation: 'insert_page', title: 'Là', document: { markdown: 'Ici.' } };
    expect(await published(platform, space, [...changes, added])).toEqual([200, 200]);
    await sync(platform, 'export', { space, repository });
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

describe('a file of many megabytes', () => {
  it('is imported and exported unchanged', async () => {
    const repository = await createRepository();
    const bytes = randomBytes(9 * 1024 * 1024 + 1);
    await repository.commit({ 'README.md': '# Home\n\n![](film.mp4)\n', 'film.mp4': bytes });
    const space = await newSpace(platform);
    await sync(platform, 'import', { space, repository });
    const [file] = (await platform.admin('GET', `${space}/content/files`)).json.items;
    const downloaded = await fetch((file as unknown as { downloadURL: string }).downloadURL);
    expect(bytes.equals(Buffer.from(await downloaded.arrayBuffer()))).toBe(true);
    await sync(platform, 'export', { space, repository, branch: 'back' });
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
  '1. one\n2. two',
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
  '1) one\n\n   ```\n   two\n   ```\n2) three\n    * four\n\n      five',
  '- [ ] open\n- [x] done\n\t- with a tab',
  '| a | b\\|c |\n|:--|--:|\n|x<br>y||\n| <p>*z*</p> | `p\\|q` |',
  "> {% hint style='warning' %}\n> quoted\n> {% endhint %}",
  'Other heading <a href="#o" id="o"></a>\n---',
  'A file [with blanks](<x y.svg>), [encoded](x%20y.svg) and <img src="x y.svg" alt="a > b">.',
  '[by title](b.md "B \\"quoted\\"") and [by path](/b.md?x=1#part) and [by itself][b.md].',
  '{% hint %}\n* in a list\n\n{% code lineNumbers="true" %}\n~~~\n```\n~~~\n{% endcode %}\n{% endhint %}',
  'مرحبا [ب](b.md)، e\u0301 or é, 全角。[章](b.md)を',
  'Line with a hard break\\\nand two  \nof them,\ttabs and\u00a0blanks.',
);

/** A passage of a page, and how an edit changes it. */
const edit = fc.constantFrom(
  ['The word is before.', 'The word is after.'],
  ['* marked item', '* marked item\n* An added item.'],
  ['* marked item\n* next item', '* next item'],
  ['1. first\n2. marked', '1. first\n2. marked\n3. An added step.'],
  ['| a | b |\n| - | - |\n| marked | c |', '| a | b |\n| - | - |\n| marked | c |\n| added | d |'],
  ['| a | b |\n| - | - |\n| marked | c |\n| d | e |', '| a | b |\n| - | - |\n| d | e |'],
  ['<tr><td>marked</td></tr>', '<tr><td>marked</td></tr><tr><td>added</td></tr>'],
  ['## Marked', '## Marked\n\nAn added paragraph.'],
  [
    '{% step %}\nMarked\n{% endstep %}',
    '{% step %}\nMarked\n{% endstep %}\n\n{% step %}\nAdded\n{% endstep %}',
  ],
);

const page = fc.record({
  head: fc.constantFrom(
    '',
    '---\ndescription: >-\n  Folded\n  text\ncoverY: 0\n---\n\n',
    '---\ntags: [ a,  b ]\n---\n',
  ),
  heading: fc.constantFrom('', '# A\n\n', 'A\n=\n\n', '# Other\n\n', '#  A  #\n'),
  blocks: fc.array(block, { maxLength: 6 }),
  between: fc.constantFrom('\n\n', '\n\n\n'),
  edit,
  lineEnd: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF'),
  end: fc.constantFrom('', '\n', '\n\n\n'),
});

type GivenPage = typeof page extends fc.Arbitrary<infer T> ? T : never;

/** The file of a page with a passage. */
function fileWith(passage: string, { mark, head, heading, blocks, ...form }: GivenPage): string {
  const text = head + heading + [...blocks, passage, ...blocks].join(form.between) + form.end;
  return mark + text.replaceAll('\n', form.lineEnd);
}

describe('arbitrary pages', () => {
  it('survive import, reading, an edit of one passage, export and import', async () => {
    const repository = await createRepository();
    const space = await newSpace(platform);
    // Git takes most of the time, so each run has several pages.
    const pages = fc.array(page, { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pages, async (given) => {
        const texts = given.map((one) => fileWith(one.edit[0], one));
        const names = texts.map((_, index) => `a${index}`);
        await repository.commit({
          'SUMMARY.md': [...names, 'b'].map((name) => `* [${name}](${name}.md)\n`).join(''),
          ...Object.fromEntries(names.map((name, index) => [`${name}.md`, texts[index] ?? ''])),
          'b.md': '# B\n',
          'x.svg': '<svg/>',
          'x y.svg': '<svg />',
        });
        const revision = await sync(platform, 'import', { space, repository });
        await sync(platform, 'export', { space, repository });
        const written = () => Promise.all(names.map((name) => repository.read(`${name}.md`)));
        expect(await written()).toEqual(texts);
        expect(await sync(platform, 'import', { space, repository })).toBe(revision);
        const ids = await pageIds(platform.admin, space);
        const changes = await Promise.all(
          given.map(async ({ edit: [before, after] }, index) => {
            const id = ids.get(`a${index}`);
            const markdown = (await markdownOf(platform, space, id)).replace(before, after);
            return { operation: 'update_page', page: id, document: { markdown } };
          }),
        );
        await publish(platform.admin, space, changes);
        await sync(platform, 'export', { space, repository });
        expect(await written()).toEqual(given.map((one) => fileWith(one.edit[1], one)));
        for (const { page: id, document } of changes) {
          expect(await markdownOf(platform, space, id)).toBe(document.markdown);
        }
      }),
      { numRuns: 3 },
    );
    await repository.remove();
  }, 120_000);
});
