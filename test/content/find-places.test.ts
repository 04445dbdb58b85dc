import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOnPages, type SearchPattern, shownExcerpt } from '../../src/content/find/index.ts';
import { replaceInTexts } from '../../src/tools/workflows/find/replace.ts';

const NAME = 'acme';
const addresses = [
  `https://docs.${NAME}.example/a_(${NAME})?q=${NAME}#${NAME}`,
  `./guides/${NAME}.md#${NAME}`,
  `/pages/${NAME}`,
  `../.gitbook/assets/${NAME}-logo.png`,
];
const [web = ''] = addresses;

const target = fc.constantFrom(...addresses);

/** Parts of a page, by the name that they contain outside of addresses. */
const part = fc.oneof(
  target.map((to) => (name: string) => `[See ${name}](${to}) and ${name}`),
  target.map((to) => (name: string) => `![${name}](<${to}> "${name} title")`),
  target.map((to) => (name: string) => `Text <a href="${to}">${name}</a> ${name}`),
  target.map((to) => (name: string) => `<figure><img src="${to}" alt="${name}"></figure>`),
  target.map((to) => (name: string) => `{% embed url="${to}" %}\nThe ${name}.\n{% endembed %}`),
  target.map((to) => (name: string) => `[${name}][r]: ${name}\n\n[r]: ${to}`),
  fc.constant((name: string) => `<${web}> ${name}`),
  fc.constant((name: string) => `(see ${web}), ${name} or www.${NAME}.example.`),
  fc.constant((name: string) => `Ask help@${NAME}.example about ${name}`),
  fc.constant((name: string) => `\`${name} ${web}\``),
  fc.constant((name: string) => `\`\`\`sh\ncurl "${web}/x" --name=${name}\n\`\`\``),
  fc.constant((name: string) => `| ${name} | ${web}|${name} |`),
  fc.constant((name: string) => `## About ${name}`),
);

const where = { match: 'text', ignoreCase: false, addresses: false } as const;

describe('a search outside of addresses', () => {
  it('replaces everything but what is in an address', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
        const text = (name: string) => parts.map((one) => one(name)).join('\n\n');
        const page = { title: `The ${NAME} at ${web}` };
        const [done] = await replaceInTexts({
          pages: [{ page, markdown: text(NAME) }],
          replacing: { searched: { text: NAME, ...where }, replacement: 'Blue', titles: true },
        });
        expect(done?.after).toBe(text('Blue'));
        expect(done?.fields.title).toBe(`The Blue at ${web}`);
      }),
      { numRuns: 500 },
    );
  });

  it('counts the matches that it leaves out', async () => {
    const markdown = `[x](${web})`;
    const [found] = await findOnPages({
      pages: [{ page: { title: 'T' }, markdown }],
      searched: { text: NAME, ...where },
    });
    expect(found).toMatchObject({ matches: 0, lines: [], inAddresses: 4 });
  });
});

describe('a search in headings', () => {
  it('finds headings and titles only', async () => {
    const pages = [
      { page: { title: 'One' }, markdown: '# One\n\nBackups\n\n## About backups\n\nText' },
      { page: { title: 'Backups' }, markdown: 'backups' },
      { page: { title: 'Three', description: 'backups' }, markdown: '```\n# backups\n```' },
    ];
    const searched = { text: 'backups', match: 'text', ignoreCase: true, in: 'headings' } as const;
    const found = await findOnPages({ pages, searched });
    expect(found.map((page) => page?.lines.map(({ line, in: part }) => line ?? part))).toEqual([
      [5],
      ['title'],
      undefined,
    ]);
  });
});

describe('an excerpt', () => {
  const word = fc.stringMatching(/^[a-zé😀]{1,14}$/u);

  it('contains the match and only whole words, in about the requested length', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 200, size: 'max' }),
        fc.nat(199),
        async (words, place) => {
          const line = [...words.slice(0, place), 'NEEDLE in hay', ...words.slice(place)].join(' ');
          const [page] = await findOnPages({
            pages: [{ page: { title: 'T' }, markdown: line }],
            searched: { text: 'NEEDLE in hay', match: 'text', ignoreCase: false },
          });
          const [found] = page?.lines ?? [];
          const text = found ? shownExcerpt(found.excerpt, 200) : '';
          expect(text).toContain('NEEDLE in hay');
          expect(text.length).toBeLessThanOrEqual(240);
          expect(text).not.toMatch(/\p{Surrogate}/u);
          expect(` ${line} `).toContain(` ${text.replaceAll('…', '')} `);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const linesFor = async (markdown: string, text: string) => {
  const searched = { text, match: 'text', ignoreCase: false } as const;
  const [page] = await findOnPages({
    pages: [{ page: { title: 'T' }, markdown }],
    searched,
  });
  return page?.lines ?? [];
};

describe('a line with several matches', () => {
  it('is shown with all of them, whole if there is room', async () => {
    const text = 'The term ends within thirty days. '.repeat(24).trim();
    const [line] = await linesFor(`Intro.\n\n${text}\n\nEnd.`, 'thirty days');
    expect(line?.matches).toBe(24);
    expect(shownExcerpt(line?.excerpt ?? expect.fail(), 1200)).toBe(text);
    const between = 'and so on '.repeat(30);
    const [apart] = await linesFor(`${between}ten days ${between}ten days ${between}`, 'ten days');
    expect(shownExcerpt(apart?.excerpt ?? expect.fail(), 600).match(/ten days/g)).toHaveLength(2);
  });
});

describe('a long line with matches far apart', () => {
  it('is shown as pieces around each of them', async () => {
    const rows = Array.from(
      { length: 12 },
      (_, row) =>
        `<tr><td>REDIS_${'ABCDEFGHIJKL'[row]}</td><td>${'Some words. '.repeat(30)}</td></tr>`,
    );
    const [line] = await linesFor(`<table>${rows.join('')}</table>`, 'REDIS_');
    const shown = shownExcerpt(line?.excerpt ?? expect.fail(), 200);
    expect(line?.matches).toBe(12);
    expect(shown.match(/REDIS_[A-L]/g)).toHaveLength(12);
    expect(shown.length).toBeLessThanOrEqual(1200);
  });
});

describe('text that markdown writes with escapes and entities', () => {
  const markdown = String.raw`Set APIKEY\_PATH or R&amp;D. Keep \* and APIKEY_PATH.

    APIKEY\_PATH in code
`;
  const matchesOf = async (searched: Partial<SearchPattern> & { text: string }) => {
    const [page] = await findOnPages({
      pages: [{ page: { title: 'T' }, markdown }],
      searched: { match: 'text', ignoreCase: false, ...searched },
    });
    return page?.matches ?? 0;
  };

  it('is found as readers see it', async () => {
    expect(await matchesOf({ text: 'APIKEY_PATH' })).toBe(2);
    expect(await matchesOf({ text: 'APIKEY_PATH', match: 'words' })).toBe(2);
    expect(await matchesOf({ text: '\\b[A-Z]+(_[A-Z]+)+', match: 'regex' })).toBe(2);
    expect(await matchesOf({ text: 'R&D' })).toBe(1);
    expect(await matchesOf({ text: 'Keep * and' })).toBe(1);
    expect(await matchesOf({ text: 'amp' })).toBe(0);
  });

  it('is found as it is written, too', async () => {
    expect(await matchesOf({ text: String.raw`APIKEY\_PATH` })).toBe(2);
    expect(await matchesOf({ text: 'R&amp;D' })).toBe(1);
    expect(await matchesOf({ text: String.raw`\\_`, match: 'regex' })).toBe(2);
  });
});

describe('the heading of a line', () => {
  it('is named with its parent if the page has it more than once', async () => {
    const query = '### Query Parameters\n\n`id`: 5555';
    const markdown = `## Get Crash\n\n${query}\n\n## Get Group\n\n${query}\n\n## Limits\n\n5555`;
    const lines = await linesFor(markdown, '5555');
    expect(lines.map(({ heading }) => heading)).toEqual([
      'Get Crash > Query Parameters',
      'Get Group > Query Parameters',
      'Limits',
    ]);
  });
});
