import { deflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { canEmbolden } from '../../src/pdf/fonts.ts';
import {
  DEV_GUIDE,
  pageIds,
  propose,
  ROADMAP,
  request,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;

interface Sheet {
  text: string;
  links: { url?: string; dest?: string }[];
  /** Whether the document contains an image. */
  image: boolean;
}

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(() => platform.close());

/** Requests a PDF and reads it, sheet by sheet. */
async function pdf(path: string): Promise<Sheet[]> {
  const answer = await platform.reader('GET', path);
  expect(answer.text).toMatch(/^\{"url":"http:\/\/127\.0\.0\.1:\d+\/pdf\/\w{40}\/\w+\.pdf"\}$/);
  const response = await fetch(JSON.parse(answer.text).url);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await response.arrayBuffer());
  const image = bytes.includes('/Subtype /Image');
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const sheets: Sheet[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    sheets.push({
      text: items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
      links: (await page.getAnnotations()) as Sheet['links'],
      image,
    });
  }
  return sheets;
}

/** The PDF of one new page. */
async function pdfOf(markdown: string, files: object[] = []): Promise<Sheet> {
  const changes = [
    ...(files.length > 0 ? [{ operation: 'insert_files', files }] : []),
    { operation: 'insert_page', title: 'Made', document: { markdown } },
  ];
  const { path, answer } = await propose(platform.editor, SPACE, changes);
  expect(answer.text).not.toContain('error');
  const page = answer.json.changes[0]?.page.id;
  const [sheet] = await pdf(`${path}/pdf?only=true&page=${page}`);
  if (!sheet) throw new Error('The PDF is empty');
  return sheet;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const frame = Buffer.alloc(12 + data.byteLength);
  frame.writeUInt32BE(data.byteLength, 0);
  frame.write(type, 4, 'latin1');
  frame.set(data, 8);
  return frame;
}

/** A PNG of 2 by 2 pixels with transparency, with these bytes as its data. */
function png(pixels: Uint8Array): string {
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

const dot = (base64: string) => [{ name: 'dot.png', ref: 'dot', contentType: 'image/png', base64 }];

describe('the PDF of a change request', () => {
  it('has every visible page, in order', async () => {
    const text = (await pdf(`${SPACE}/change-requests/1/pdf`)).map((sheet) => sheet.text).join(' ');
    const titles = ['Quickstart', 'Topics and queues', 'Verify signatures', 'Release notes'];
    const places = titles.map((title) => text.indexOf(title));
    expect(places.every((place) => place >= 0)).toBe(true);
  });

  it('has a single page, or the page with its subpages', async () => {
    const page = (await pageIds(platform.reader, SPACE)).get('guides/push');
    const alone = await pdf(`${SPACE}/change-requests/1/pdf?only=true&page=${page}`);
    const branch = await pdf(`${SPACE}/change-requests/1/pdf?page=${page}`);
    expect(alone.map(({ text }) => text).join(' ')).not.toContain('Verify signatures');
    expect(branch.map(({ text }) => text).join(' ')).toContain('Verify signatures');
    expect(branch.map(({ text }) => text).join(' ')).not.toContain('Release notes');
  });

  it('contains the words of every kind of block', async () => {
    const { text } = await pdfOf(
      [
        '## Überschrift → Заголовок',
        'Some **bold**, *slanted*, ~~struck~~ and `inline` words.',
        '```js\nif (a) {\n  go();\n}\n```',
        '3. third\n4. fourth\n   - nested',
        '- [x] done\n- [ ] open',
        '> quoted',
        '| Left | Right |\n| - | -: |\n| cell | **42** |',
        '<details>folded</details>',
        'A note.[^1]\n\n[^1]: the note',
        '![not there](https://example.com/a.png)',
      ].join('\n\n'),
    );
    for (const words of [
      'Made',
      'Überschrift → Заголовок',
      'bold',
      'slanted',
      'struck',
      'inline',
      'if (a) {',
      'go();',
      '3.',
      'third',
      '4.',
      'nested',
      '☑',
      'done',
      '☐',
      'quoted',
      'Left',
      'Right',
      'cell',
      '42',
      'folded',
      '[1]',
      'the note',
      '[not there]',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/\*\*|```|<details>/);
  });

  it('has the titles of blocks instead of their tags', async () => {
    const { text } = await pdfOf(
      [
        '{% stepper %}\n{% step %}\n### Book\n\n{% tabs %}\n{% tab title="By phone" %}\nCall.\n{% endtab %}\n{% endtabs %}\n{% endstep %}\n{% endstepper %}',
        '* One\n\n  {% hint style="danger" %}\n  Mind the "gap".\n  {% endhint %}',
        '{% code title="a.sh" %}\n```sh\necho {% raw %}\n```\n{% endcode %}',
        '{% embed url="https://example.com/film" %}\nA film\n{% endembed %}',
        '{% openapi-operation spec="s" path="/boats" method="get" %}\n[S](https://example.com)\n{% endopenapi-operation %}',
        '{% columns %}\n{% column %}\nLeft, {% if a %}half{% endif %}.\n{% endcolumn %}\n{% endcolumns %}',
      ].join('\n\n'),
    );
    const words = text.replaceAll(/\s+/g, ' ');
    for (const part of [
      'Book By phone Call. ',
      'Danger Mind the "gap".',
      'a.sh echo {% raw %}',
      'https://example.com/film A film',
      'GET /boats',
      'Left, half.',
    ]) {
      expect(words).toContain(part);
    }
    expect(words.replace('{% raw %}', '')).not.toMatch(/\{%|%\}|block-|data-attributes/);
  });

  it('links to the web, to its own headings and to pages outside of it', async () => {
    const { links } = await pdfOf(
      '[web](https://example.com/a)\n\n[down](#below)\n\n[start](quickstart.md)\n\n## Below',
    );
    const page = (await pageIds(platform.reader, SPACE)).get('quickstart');
    expect(page).toBeDefined();
    const urls = links.flatMap(({ url }) => url ?? []);
    expect(urls[0]).toBe('https://example.com/a');
    expect(urls[1]).toMatch(
      new RegExp(`^${platform.url}/app/s/${DEV_GUIDE}/change-requests/\\w{20}/quickstart$`),
    );
    expect(links.flatMap(({ dest }) => dest ?? [])).toEqual([expect.stringMatching(/^\w+#below$/)]);
  });

  it('leads to headings under the anchors that their authors give them', async () => {
    const { links } = await pdfOf(
      '[down](#own)\n\n[again](#again-1)\n\n## Below <a href="#own" id="own"></a>\n\n## Again\n\n## Again',
    );
    const places = links.flatMap(({ dest }) => dest?.replace(/^\w+/, '') ?? []);
    expect(places).toEqual(['#own', '#again-1']);
  });

  it('has tables that are written in HTML, without hidden columns', async () => {
    const { text, links } = await pdfOf(
      '<table><thead><tr><th>Boat</th><th data-hidden></th><th>Crew</th></tr></thead><tbody><tr><td><a href="https://example.com/gull">Gull</a></td><td>secret</td><td>two<br>or three</td></tr></tbody></table>\n\n<div><table><tr><td>One</td><td>Two</td></tr></table></div>',
    );
    expect(text).toMatch(/Boat +Crew +Gull +two +or three +One +Two/);
    expect(text).not.toContain('secret');
    expect(links.map(({ url }) => url)).toContain('https://example.com/gull');
  });

  it('shows the images of the space', async () => {
    const base64 = png(deflateSync(Buffer.alloc(18)));
    expect((await pdfOf('![a dot](dot)', dot(base64))).image).toBe(true);
  });

  it.each([
    ['cut off', deflateSync(Buffer.alloc(9))],
    ['not packed', Buffer.alloc(18)],
    ['of an unknown filter', deflateSync(Buffer.alloc(18, 9))],
    ['larger than it says', deflateSync(Buffer.alloc(100_000))],
  ])('replaces an image that is %s with its description', async (_, pixels) => {
    const { text, image } = await pdfOf('![a dot](dot)', dot(png(pixels)));
    expect(image).toBe(false);
    expect(text).toContain('[a dot]');
  });

  it('is available for an hour to everybody who has the address', async () => {
    const { url } = JSON.parse(
      (await platform.reader('GET', `${SPACE}/change-requests/1/pdf`)).text,
    );
    expect((await request(url)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60 * 1000 });
    expect((await request(url)).status).toBe(404);
  });

  it.each([
    ['?only=true', 400, 'query.page: is required with only=true'],
    ['?page=nowhere', 404, 'Page not found'],
    ['?only=maybe', 400, 'query.only: must be true or false'],
  ])('refuses %s', async (query, status, message) => {
    const answer = await platform.reader('GET', `${SPACE}/change-requests/1/pdf${query}`);
    expect(answer.status).toBe(status);
    expect(answer.json.error.message).toBe(message);
  });

  it('is not created for those who may not read the space', async () => {
    const answer = await platform.reader('GET', `/spaces/${ROADMAP}/change-requests/1/pdf`);
    expect(answer.status).toBe(404);
  });
});

it('leaves letters regular that the bold face does not contain', () => {
  expect(canEmbolden('Überschrift → Заголовок ☑ שלום')).toBe(true);
  expect(canEmbolden('ᐃᓄᒃᑎᑐᑦ')).toBe(false);
  expect(canEmbolden('⠓⠑⠇⠇⠕')).toBe(false);
});
