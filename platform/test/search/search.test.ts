import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DEV_GUIDE,
  eventsOf,
  ORGANIZATION,
  publish,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;
const EVERYWHERE = `/orgs/${ORGANIZATION}`;
const SECRET = /quillfeather/i;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
});

afterAll(() => platform.close());

const find = (scope: string, query: string, send = platform.reader) =>
  send('GET', `${scope}/search?query=${encodeURIComponent(query)}`);

const insert = (title: string, markdown: string) =>
  publish(platform.editor, SPACE, [{ operation: 'insert_page', title, document: { markdown } }]);

const titlesIn = async (scope: string, query: string) =>
  (await find(scope, query)).json.items.map(({ title }) => title);

describe('search', () => {
  it('finds a page, its section and the anchor to open', async () => {
    const { json } = await find(SPACE, 'how many delivery attempts');
    expect(json.items[0]).toMatchObject({ title: 'Retries and backoff', path: 'guides/retries' });
    expect(json.items[0]?.sections[0]).toMatchObject({
      id: 'how-many-delivery-attempts-a-message-gets',
      title: 'How many delivery attempts a message gets',
      path: 'guides/retries#how-many-delivery-attempts-a-message-gets',
    });
  });

  it.each([
    ['search', `${EVERYWHERE}/search?query=Quillfeather`],
    ['search by its content', `${EVERYWHERE}/search?query=streaming%20joins%20prototype`],
    ['recommended questions', `${EVERYWHERE}/ask/questions`],
    ['collections', `${EVERYWHERE}/collections`],
    ['answers', `${EVERYWHERE}/ask/stream?format=markdown&query=stream%20processor%20codename`],
  ])('hides a private codename from a reader in %s', async (_case, path) => {
    expect((await platform.reader('GET', path)).text).not.toMatch(SECRET);
  });

  it('shows the codename to those who may read it', async () => {
    expect((await find(EVERYWHERE, 'Quillfeather', platform.admin)).text).toMatch(SECRET);
    expect((await find(EVERYWHERE, 'Quillfeather', platform.editor)).json.count).toBe(0);
  });

  it.each([
    ['the beginning of a word', 'backof attem'],
    ['a word typed up to its ending', 'deliverie attempts'],
    ['a misspelt word', 'delivrey attempts'],
  ])('finds pages by %s', async (_case, query) => {
    expect(await titlesIn(SPACE, query)).toContain('Retries and backoff');
  });

  it.each([
    ['nothing', ''],
    ['a quote', '"'],
    ['quotes', `"retries' "`],
    ['operators', 'retries AND OR NOT NEAR(queue, 2)'],
    ['a column', 'title: retries {title}: x'],
    ['wildcards', '* retr* ^retries'],
    ['parentheses', '(((retries'],
    ['hyphens', '-retries --'],
    ['an emoji', '🪶 👩‍🚀'],
    ['a bare accent', '\u0301'],
    ['numerals', '¼ ² Ⅷ'],
    ['a null', 'retries\u0000x'],
    [
      '256 words',
      Array.from({ length: 256 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(' '),
    ],
    ['512 letters', 'x'.repeat(512)],
  ])('treats %s as words', async (_case, query) => {
    expect((await find(SPACE, query)).status).toBe(200);
    expect((await find(EVERYWHERE, query)).status).toBe(200);
  });

  it('tells names apart that differ only in their signs', async () => {
    await insert('Plume for C', 'A plume of C code.');
    await insert('Plume for C++', 'A plume of C++ code, and of .NET.');
    expect(await titlesIn(SPACE, 'c++ plume')).toEqual(['Plume for C++']);
    expect(await titlesIn(SPACE, '.net')).toEqual(['Plume for C++']);
    expect(await titlesIn(SPACE, 'plume C#')).toEqual([]);
  });

  it('refuses a query that is missing or longer than 512 characters', async () => {
    expect((await find(SPACE, 'x'.repeat(513))).status).toBe(400);
    expect((await platform.reader('GET', `${SPACE}/search`)).status).toBe(400);
  });

  it('finds accented words in any spelling', async () => {
    await insert('Étude', 'An exercise by Björk.');
    const written = ['étude', 'e\u0301tude', 'Etude', 'bjo\u0308rk'];
    for (const word of written) expect(await titlesIn(SPACE, word)).toEqual(['Étude']);
  });

  it('pages through hits of equal rank without losing one', async () => {
    for (let made = 0; made < 6; made += 1) await insert('Twin', 'frobnicate');
    const whole = (await find(SPACE, 'frobnicate')).json.items.map(({ id }) => id);
    expect(whole).toHaveLength(6);
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const cursor = page === undefined ? '' : `&page=${page}`;
      const { json } = await platform.reader(
        'GET',
        `${SPACE}/search?query=frobnicate&limit=1${cursor}`,
      );
      seen.push(...json.items.map(({ id }) => id));
      page = json.next?.page;
    } while (page !== undefined);
    expect(seen).toEqual(whole);
  });

  it('ranks the page about common words first', async () => {
    await insert('Python', 'How to install it.');
    await insert('API keys', 'Each caller has one.');
    for (let made = 0; made < 12; made += 1) {
      await insert(
        `Chapter ${made}`,
        `Python, python and an api key. ${'Python api key. '.repeat(9)}`,
      );
    }
    expect((await titlesIn(SPACE, 'python'))[0]).toBe('Python');
    expect((await titlesIn(SPACE, 'api key'))[0]).toBe('API keys');
  });

  it('finds a page by words of several of its sections', async () => {
    await insert(
      'Glazing',
      '## Kiln\n\nHeat it slowly.\n\n## Pigments\n\nMix cobaltum with water.',
    );
    expect(await titlesIn(SPACE, 'kiln cobaltum')).toEqual(['Glazing']);
  });

  it('groups pages by space, each page once', async () => {
    for (let made = 0; made < 23; made += 1) await insert(`Leaf ${made}`, 'wombatology');
    const seen: string[] = [];
    const sizes: number[] = [];
    let next = '';
    do {
      const path = `${EVERYWHERE}/search?query=wombatology&limit=1${next}`;
      const { json } = await platform.reader('GET', path);
      for (const { pages } of json.items) {
        sizes.push(pages.length);
        seen.push(...pages.map(({ id }: { id: string }) => id));
      }
      next = json.next ? `&page=${json.next.page}` : '';
    } while (next !== '');
    expect(sizes).toEqual([10, 10, 3]);
    expect(new Set(seen).size).toBe(23);
  });

  it('puts titles with the word itself first, whatever their number, in one and many', async () => {
    await insert('Observance in the field', '## Observance\n\nAn observance is an observance.');
    await insert('Our observation', 'It is long.');
    expect((await titlesIn(SPACE, 'observation'))[0]).toBe('Our observation');
    await insert('Summer', '## Nestkontrolle\n\nEvery week.');
    await insert('2.14 Nestkontrolle', 'Twice.');
    expect((await titlesIn(SPACE, 'Nestkontrolle'))[0]).toBe('2.14 Nestkontrolle');
    await insert('Ringkisten', 'Here they are.');
    await insert('Tests', '## Boxes\n\nOne Ringkiste is a test of the Ringkiste.');
    expect(await titlesIn(SPACE, 'Ringkiste')).toEqual(['Ringkisten', 'Tests']);
  });

  it('shows emoji, and what entities stand for, as readers see them', async () => {
    await insert(
      'Wagtails',
      ':arrow_right: wagtail `user:eyes:1`\n\n<pre>&#x3C;wagtail&#x3E;</pre>\n',
    );
    const { json } = await find(SPACE, 'wagtail');
    expect(json.items[0]?.sections[0]?.body).toBe('➡️ wagtail user:eyes:1\n<wagtail>');
  });

  it('finds a page from its merge to its deletion', async () => {
    await insert('Ephemeral', 'Words about zweckentfremdung.');
    const [hit] = (await find(SPACE, 'zweckentfremdung')).json.items;
    expect(hit?.title).toBe('Ephemeral');
    await publish(platform.editor, SPACE, [{ operation: 'delete_page', page: hit?.id }]);
    expect(await titlesIn(SPACE, 'zweckentfremdung')).toEqual([]);
  });

  it.each([
    ['a part of one', 'plumage'],
    ['its parts as words', 'plumage colour'],
    ['the end of a longer one', 'PlumageColour'],
    ['a part of one that begins with an acronym', 'heron server'],
    ['all of it in lower case', 'getplumagecolour'],
  ])('finds a compound identifier by %s', async (_case, query) => {
    await insert('Birds', 'Call `getPlumageColour` of the XMLHeronServer.');
    expect((await titlesIn(SPACE, query))[0]).toBe('Birds');
  });

  it('ranks the query with its punctuation before the same words', async () => {
    await insert('Take a lantern and wait', 'First place a small lantern around the corner.');
    await insert('Lanterns', 'First, place a small lantern around the corner.');
    const found = await titlesIn(SPACE, 'First, place a small lantern around the');
    expect(found[0]).toBe('Lanterns');
  });

  it('ranks the literal query before a title match', async () => {
    const sentence = 'Before you capture the glimmers, click on the small lamp.';
    await insert('Capture the small lamp', 'Click the lamp. Glimmers before you click on it.');
    await insert('Getting ready', `Words.\n\n## Settings\n\n${sentence}`);
    await insert('Click on the lamp', 'You capture glimmers with it. Before, it is small.');
    const found = await titlesIn(SPACE, 'Before you capture the glimmers, click on');
    expect(found[0]).toBe('Getting ready');
    const few = await titlesIn(SPACE, 'capture small lamp');
    expect(few[0]).toBe('Capture the small lamp');
  });

  it('ranks an identifier as it is written before a title with its words', async () => {
    await insert('Glow wicks', 'A glow of wicks. Wicks that glow.');
    await insert('Settings of lights', 'Many words about lights, and then `GLOW_WICKS=3`.');
    expect((await titlesIn(SPACE, 'GLOW_WICKS'))[0]).toBe('Settings of lights');
    expect((await titlesIn(SPACE, 'glow wicks'))[0]).toBe('Glow wicks');
  });

  it.each([
    ['a flag', '--ember', '--embers'],
    ['a path', '/ember/glade', '/ember/glades'],
    ['a compound', 'emberGlade', 'emberGlades'],
    ['a name in a heading', 'EMBER_GLADE', 'EMBER_GLADES'],
  ])('ranks %s as it is written before a title with its words', async (_case, name, longer) => {
    await insert('Ember glade', 'An ember in a glade. Embers, glades: ember glade.');
    await insert(`Longer than ${_case}`, `Words about lamps, and then \`${longer}\`.`);
    await insert(`Notes on ${_case}`, `Words.\n\n## Lamps and ${name}\n\nMore about lamps.`);
    expect((await titlesIn(SPACE, name))[0]).toBe(`Notes on ${_case}`);
  });

  it('finds a section by the headings above it, after those that have the words themselves', async () => {
    const below =
      '## Moor lanterns\n\n### Prerequisites\n\nA zestful match.\n\n## Other\n\nIt ends.';
    await insert('Hilltops', below);
    const [page] = (await find(SPACE, 'prerequisites moor lanterns')).json.items;
    expect(page?.sections[0]?.title).toBe('Prerequisites');
    const sections = (await find(SPACE, 'moor lanterns')).json.items[0]?.sections;
    expect(sections?.map(({ title }) => title)).toEqual(['Moor lanterns', 'Prerequisites']);
  });
  it('puts the page that a query names first, in whatever number or case', async () => {
    const uses = 'Each `TenantKind` of a Tenant Kind is listed here, Tenant Kind by Tenant Kind.';
    await insert('Reference of TenantKind and its uses', `## TenantKind\n\n${uses}`);
    await insert('TenantKind', 'An enumeration.');
    await insert('🔷 Volumes', 'See below.');
    await insert('Volumes', 'All about volumes.');
    await insert('Detach the volumes', 'How operators do it.');
    await insert(
      'Detach volume',
      'How developers do it: detach a volume, then detach the volumes.',
    );
    expect((await titlesIn(SPACE, 'TenantKind'))[0]).toBe('TenantKind');
    expect((await titlesIn(SPACE, 'tenantkind'))[0]).toBe('TenantKind');
    expect((await titlesIn(SPACE, '🔷 volumes'))[0]).toBe('🔷 Volumes');
    expect((await titlesIn(SPACE, 'Detach the volumes'))[0]).toBe('Detach the volumes');
    expect((await titlesIn(SPACE, 'detach volume'))[0]).toBe('Detach volume');
  });
});

describe('ask', () => {
  const QUESTION = 'How many delivery attempts does a message get?';

  it('quotes the page with the answer and names it', async () => {
    const { json } = await platform.reader('POST', `${EVERYWHERE}/ask?format=markdown`, {
      query: QUESTION,
    });
    expect(json.answer.answer.markdown).toContain('after 5 delivery attempts');
    expect(json.answer.sources[0]).toMatchObject({ type: 'page', space: DEV_GUIDE });
  });

  it('says so if nothing answers', async () => {
    const { json } = await platform.reader('POST', `${EVERYWHERE}/ask?format=markdown`, {
      query: 'Quillfeather?',
    });
    expect(json.answer).toEqual({
      answer: {
        markdown: 'Nothing in the documentation that you can read answers "Quillfeather?".',
      },
      followupQuestions: [],
      sources: [],
      pages: [],
    });
  });

  it('streams an answer that grows to its full length, then done', async () => {
    const body = { query: QUESTION };
    const whole = await platform.reader('POST', `${EVERYWHERE}/ask?format=markdown`, body);
    const query = encodeURIComponent(QUESTION);
    const stream = await platform.reader(
      'GET',
      `${EVERYWHERE}/ask/stream?format=markdown&query=${query}`,
    );
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.text).toMatch(/\n\nevent: done\ndata: \{\}\n\n$/);
    const answers = eventsOf(stream).slice(0, -1);
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.at(-1)).toEqual({ type: 'answer', answer: whole.json.answer });
    for (const [index, { answer }] of answers.slice(1).entries()) {
      const before = answers[index]?.answer.answer.markdown ?? '';
      expect(answer.answer.markdown.startsWith(before)).toBe(true);
    }
  });

  it('streams the recommended questions one by one', async () => {
    const { questions } = (await platform.reader('GET', `${EVERYWHERE}/ask/questions`)).json;
    expect(questions).toHaveLength(5);
    const stream = await platform.reader('GET', `${EVERYWHERE}/ask/questions/stream`);
    expect(eventsOf(stream)).toEqual([...questions.map((question) => ({ question })), {}]);
  });

  it('returns no text unless a format is requested, and a tree for document', async () => {
    const ask = async (query: string) =>
      (await platform.reader('POST', `${EVERYWHERE}/ask${query}`, { query: QUESTION })).plain
        .answer;
    expect(await ask('')).not.toHaveProperty('answer');
    expect(await ask('?format=document')).toMatchObject({
      answer: { document: { object: 'document' } },
    });
  });
});
