import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linksOf, textOf } from '../support/audited-links.ts';
import { linkedClient } from '../support/clients.ts';
import { type ScriptedServer, startScripted } from '../support/scripted-server.ts';

const START = `# Start

[page](./guides/retries.md) [its part](guides/retries.md#back-off) [gone](guides/gone.md)
[dead part](./guides/retries.md#back-offs) [own](#a-and-b) [by another rule](#a--b) [A & B](#c)[moved](old/retries.md)[part moved](#back-off)[in capitals](#A-and-B)[folder](old/guides/index.html)
<a href="guides/retries.md#id-3.-limits">HTML</a> <a href="missing.md">HTML</a>
{% content-ref url="guides/lost.md" %}
[lost](guides/lost.md)
{% endcontent-ref %}
{% include "/files/shared" %}
[operation](pets.md#get-pets)
[encoded](guides%2Fretries.md) <urn:isbn:0451450523> Note[^1] [footnote](#user-content-fn-1)
![picture](/files/picture) ![gone](/files/gone) <img src=".gitbook/assets/plan (1).svg">
[there](https://app.gitbook.com/s/other/setup#first) [not there](https://app.gitbook.com/s/other/x)
[no part](https://app.gitbook.com/s/other/setup#last) [hidden](https://app.gitbook.com/s/secret/a)
[join](https://app.gitbook.com/join) [slip](hhttps://example.com) \`[code](none.md)\`
[web](https://example.com/a) [two dots](https://www..example.com) [no host](https://) [mail](mailto:us) [included](#whom-to-ask)

## A & B

[^1]: See [more](guides/README.md).
`;

const RETRIES = '# Retries\n\n## Back off <a href="#back-off" id="back-off"></a>\n\n## 3. Limits\n';
const PETS =
  '# Pets\n\n{% openapi src="/files/spec" path="/pets" method="get" %}\n{% endopenapi %}\n';
const SHARED =
  "<a id='whom-to-ask'></a>Ask [us](../../guides/retries.md) or [them](../../support.md).\n";

/** The bad links of the page above, in the order of the result; a repeated one has no reason. */
const EXPECTED = [
  ['guides/gone.md', 3, 'no such page'],
  ['./guides/retries.md#back-offs', 4, 'no such anchor on that page'],
  ['#c', 4, 'no such anchor on that page'],
  ['old/retries.md', 4, 'no such page'],
  ['#back-off', 4, 'no such anchor on that page'],
  ['#A-and-B', 4, 'no such anchor on that page'],
  ['old/guides/index.html', 4, 'no such page'],
  ['missing.md', 5, 'no such page'],
  ['guides/lost.md', 6, 'no such page'],
  ['guides/lost.md', 7, undefined],
  ['../../support.md', 1, 'no such page'],
  ['/files/gone', 12, 'no such file'],
  ['https://app.gitbook.com/s/other/x', 13, 'no such page in the other space'],
  ['https://app.gitbook.com/s/other/setup#last', 14, 'no such anchor on that page'],
  ['hhttps://example.com', 15, 'no browser follows it'],
  ['https://www..example.com', 16, 'malformed address'],
  ['https://', 16, 'malformed address'],
  ['mailto:us', 16, 'malformed address'],
  ['https://app.gitbook.com/join', 15, 'leads into the app'],
];

const file = (id: string, name = id) => ({ id, name });

const READS = {
  '/v1/spaces/docs': { id: 'docs', visibility: 'public' },
  '/v1/spaces/docs/content': {
    id: 'r1',
    pages: [
      {
        id: 'start',
        type: 'document',
        title: 'Start',
        path: 'start',
        pages: [
          {
            id: 'first',
            type: 'document',
            title: 'First',
            path: 'start/first',
            pages: [
              { id: 'second', type: 'document', title: 'Second', path: 'start/first/second' },
            ],
          },
        ],
      },
      {
        id: 'guides',
        type: 'group',
        title: 'Guides',
        path: 'guides',
        pages: [{ id: 'retries', type: 'document', title: 'Retries', path: 'guides/retries' }],
      },
      { id: 'pets', type: 'document', title: 'Pets', path: 'pets' },
      { id: 'away', type: 'link', title: 'Away', path: 'away', href: 'https://example.com' },
    ],
  },
  '/v1/spaces/docs/content/page/start': { id: 'start', markdown: START },
  '/v1/spaces/docs/content/page/first': {
    id: 'first',
    markdown: '# First\n\n[own file](./README.md#first)\n',
  },
  '/v1/spaces/docs/content/page/second': { id: 'second', markdown: '# Second\n' },
  '/v1/spaces/docs/content/page/retries': { id: 'retries', markdown: RETRIES },
  '/v1/spaces/docs/content/page/pets': { id: 'pets', markdown: PETS },
  '/v1/spaces/docs/content/files': { items: [] },
  '/v1/spaces/other': { id: 'other', visibility: 'public' },
  '/v1/spaces/other/content': {
    id: 'r2',
    pages: [{ id: 'setup', type: 'document', title: 'Setup', path: 'setup' }],
  },
  '/v1/spaces/other/content/page/setup': { id: 'setup', markdown: '# Setup\n\n## First\n' },
};

const PAGES = [
  ['json', 'JSON Lines File', 'loaders/jsonlines'],
  ['rag', 'RAG', 'tutorials/rag'],
  ['agentic', 'Agentic RAG', 'tutorials/agentic-rag'],
  ['one', 'Prediction', 'use/prediction'],
  ['two', 'Prediction', 'api/prediction'],
  ...['csv', 'docx', 'pdf', 'text'].map((id) => [id, `${id} File`, `loaders/${id}`]),
];

const LOST = `# Use

See [Json Lines File](/broken/pages/x1) of the loaders, which are many, and of which each has its own settings, and then some more.
* [Retrieval Augmented Generation (RAG)](broken-reference/)
The same as [Prediction API](api.md#prediction-api) does, and [Predicton](old/Predicton.md) too.
This is [Broken link](broken-reference "mention"), [a file](/broken/pages/x2) and <span style="display:none">hidden words</span> [here](broken-reference).
More [in this section](#agent-node-vs.-llm-node-and-how-to-choose-between-the-two) or [Tool nodes](#undefined).

## Agent node vs. LLM node

## 4. Agent node

## 5. Tool node
`;

describe.each(linkedClient('2025'))('the report of audit_links with $name', (generation) => {
  const page = (id: string, title: string, path: string) => ({ id, type: 'document', title, path });
  const pages = [
    page('use', 'Use', 'use'),
    ...PAGES.map(([id = '', title = '', path = '']) => page(id, title, path)),
  ];
  const text = (markdown: string) => ({ id: 'use', markdown });
  const READ: Record<string, unknown> = {
    '/v1/spaces/docs': { id: 'docs', visibility: 'public' },
    '/v1/spaces/docs/change-requests/cr': { id: 'cr', number: 1 },
    '/v1/spaces/docs/content': { id: 'r1', pages },
    '/v1/spaces/docs/content/page/use': text(LOST.replace(/^The same.*$/m, '')),
    '/v1/spaces/docs/change-requests/cr/content': { id: 'r2', pages },
    '/v1/spaces/docs/change-requests/cr/content/page/use': text(LOST),
  };
  let server: ScriptedServer;

  beforeAll(async () => {
    server = await startScripted(generation, { reads: READ });
  });

  afterAll(() => server.close());

  const audited = async (more: object = {}) => {
    const audit = await server.facts('audit_links', { spaceId: 'docs', pages: ['use'], ...more });
    return { ...(audit as { note?: string; new?: number }), items: linksOf(audit) };
  };

  it('names the pages that a link may mean by its text or by its address', async () => {
    const { items } = await audited({ changeRequestId: 'cr', all: true });
    expect(items.map((link) => [textOf(link), link.perhaps])).toEqual([
      ['Json Lines File', ['loaders/jsonlines']],
      ['Retrieval Augmented Generation (RAG)', ['tutorials/rag']],
      ['Prediction API', ['use/prediction', 'api/prediction']],
      ['Predicton', ['use/prediction', 'api/prediction']],
      ['Broken link', undefined],
      ['a file', undefined],
      ['here', undefined],
      ['in this section', undefined],
      ['Tool nodes', undefined],
    ]);
  });

  it('names the anchor that shares the most words with the dead one, or with the text of the link', async () => {
    const { items } = await audited();
    const dead = items.filter(({ anchors }) => anchors);
    expect(dead.map(({ target, anchors }) => [target, anchors])).toEqual([
      ['#agent-node-vs.-llm-node-and-how-to-choose-between-the-two', ['agent-node-vs.-llm-node']],
      ['#undefined', ['5.-tool-node']],
    ]);
  });

  it('shows the line around a link as readers see it, if it has more than the link', async () => {
    const { items } = await audited();
    expect(items.slice(0, 2).map(({ context }) => context)).toEqual([
      'See [Json Lines File](…) of the loaders, which are many, and of which each has its own set…',
      undefined,
    ]);
    expect(items.find((link) => textOf(link) === 'here')?.context).toBe(
      '…s is [Broken link](broken-reference "mention"), [a file](/broken/pages/x2) and  [here](…).',
    );
  });

  it('describes the rest of a link to a deleted page only once', async () => {
    expect((await audited()).note).toContain('whose page was deleted or not imported');
    const dead = await audited({ page: '5@r1' });
    expect(dead.note).toBeUndefined();
  });

  it('lists the links that a change request breaks, and counts those that were broken before', async () => {
    const audit = await audited({ changeRequestId: 'cr' });
    expect(audit.new).toBe(2);
    expect(audit.items.map(textOf)).toEqual(['Prediction API', 'Predicton']);
    expect(audit.note).toContain('Not listed: 7 that primary content has, too');
    const all = await audited({ changeRequestId: 'cr', all: true });
    expect(all.items).toHaveLength(9);
    const added = all.items.filter((item) => item.new);
    expect(added.map(textOf)).toEqual(['Prediction API', 'Predicton']);
    const primary = await audited();
    expect(primary.new).toBeUndefined();
  });
});

describe.each(linkedClient('2025'))('audit_links with $name', (generation) => {
  let server: ScriptedServer;

  beforeAll(async () => {
    const reads: Record<string, unknown> = { ...READS, '/shared.md': SHARED };
    server = await startScripted(generation, { reads });
    reads['/v1/spaces/docs/content/files'] = {
      items: [
        { ...file('shared', 'shared.md'), downloadURL: `${server.platformUrl}/shared.md` },
        ...[file('spec', 'pets.yaml'), file('picture'), file('plan', 'plan (1).svg')],
      ],
    };
  });

  afterAll(() => server.close());

  it('reports each link that readers cannot follow, broken ones first, and no other', async () => {
    const audit = await server.facts('audit_links', { spaceId: 'docs' });
    const items = linksOf(audit);
    expect(items.map(({ target, line, problem }) => [target, line, problem])).toEqual(EXPECTED);
    expect(audit).toMatchObject({
      links: 41,
      external: 2,
      toOtherSpaces: 4,
      externalUrls: ['https://example.com/a', expect.any(String)],
      broken: 18,
      inApp: 1,
      pagesChecked: 5,
      unchecked: [{ space: 'secret', links: 1, reason: 'is not there for this token' }],
    });
    expect(items[10]).toMatchObject({ page: 'start', include: 'shared.md' });
  });

  it('shows the page of a dead anchor, and the anchors of that page that resemble it', async () => {
    const items = linksOf(await server.facts('audit_links', { spaceId: 'docs' }));
    const told = items.filter(({ anchors }) => anchors);
    expect(told.map(({ target, anchors }) => [target, anchors])).toEqual([
      ['./guides/retries.md#back-offs', ['back-off']],
      ['#c', ['a-and-b']],
      ['#A-and-B', ['a-and-b']],
    ]);
  });

  it('shows the text of a broken link, and the pages that it may mean', async () => {
    const items = linksOf(await server.facts('audit_links', { spaceId: 'docs' }));
    const told = Object.fromEntries(
      items.map((link) => [link.target, [textOf(link), link.perhaps]]),
    );
    expect(told).toMatchObject({
      'old/retries.md': ['moved', ['guides/retries']],
      '#back-off': ['part moved', ['guides/retries#back-off']],
      'old/guides/index.html': ['folder', ['guides']],
      '#c': ['A & B', undefined],
      'missing.md': [undefined, undefined],
      'guides/gone.md': ['gone', undefined],
    });
  });

  it('continues a truncated list', async () => {
    const targets: unknown[] = [];
    for (let page: string | undefined, more = true; more; ) {
      const audit = await server.facts('audit_links', { spaceId: 'docs', limit: 5, page });
      targets.push(...linksOf(audit).map(({ target }) => target));
      expect(audit.broken).toBe(18);
      page = (audit.next as { page: string } | undefined)?.page;
      more = page !== undefined;
    }
    expect(targets).toEqual(EXPECTED.map(([target]) => target));
  });

  it('says when it continues a list of content that has changed', async () => {
    const reads = { ...READS };
    const other = await startScripted(generation, { reads });
    const place = { spaceId: 'docs', limit: 5 };
    const { next, note } = await other.facts('audit_links', place);
    reads['/v1/spaces/docs/content'] = { ...READS['/v1/spaces/docs/content'], id: 'r2' };
    const audit = await other.facts('audit_links', { ...place, ...(next as object) });
    expect([note, audit.note]).toEqual([
      undefined,
      'The content changed since the last result: start again without page.',
    ]);
    await other.close();
  });

  it('checks only the selected pages', async () => {
    const place = { spaceId: 'docs', pages: ['guides'] };
    const audit = await server.facts('audit_links', place);
    expect(audit).toMatchObject({ links: 1, broken: 0, pagesChecked: 1, items: [] });
  });

  it('names an included file that cannot be read, and calls no anchor dead that may be in it', async () => {
    const reads: Record<string, unknown> = { ...READS };
    const other = await startScripted(generation, { reads });
    reads['/v1/spaces/docs/content/files'] = {
      items: [{ ...file('shared', 'shared.md'), downloadURL: `${other.platformUrl}/lost.md` }],
    };
    const audit = await other.facts('audit_links', { spaceId: 'docs' });
    const { unread } = audit as { unread?: { reason: string }[] };
    expect(unread).toMatchObject([{ id: 'shared', title: 'shared.md' }]);
    expect(unread?.[0]?.reason).toMatch(/./);
    const targets = linksOf(audit).map(({ target }) => target);
    expect(targets).not.toContain('#whom-to-ask');
    await other.close();
  });

  it('reads no space outside of the limits of the operator', async () => {
    const reads: Record<string, unknown> = { ...READS };
    const pinned = await startScripted(generation, { reads, args: ['--space', 'docs'] });
    const audit = await pinned.facts('audit_links', {});
    expect(audit.unchecked).toContainEqual({
      space: 'other',
      links: 3,
      reason: 'is outside of what this server may reach',
    });
    expect(pinned.requests().filter((request) => request.includes('/spaces/other'))).toEqual([]);
    await pinned.close();
  });
});
