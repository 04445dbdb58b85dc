// Large operations of the embedded platform's users. Each row once blocked all others.
import { docx, linkedPages, lyingZip, specification } from './files.ts';
import type { BlockingCase } from './row.ts';
import type { BenchPlatform } from './start-platform.ts';
import { honest, WORDS } from './texts.ts';

const SPACE = '/spaces/spaceDevGuide0000001';
const LARGE = '/spaces/spaceOpsHandbook0001';
const ORGANIZATION = '/orgs/orgNorthwind00000001';

/** Maximum number of changes in a request. */
const MAX_CHANGES = 50;

export const ROWS: readonly BlockingCase<BenchPlatform>[] = [
  ...[100, 300, 1500].map((kilobytes) => ({
    name: `edit of a page of ${kilobytes} KB`,
    prepare: async ({ send }: BenchPlatform) => {
      const request = await openRequest(send);
      return () => edit(send, request, [insert('Large', honest(kilobytes * 1000))]);
    },
  })),
  ...[1000, 3000].map((count) => ({
    name: `merge of ${count} paragraphs that both sides rewrote`,
    prepare: async ({ send }: BenchPlatform) => {
      const text = (by: string) =>
        Array.from({ length: count }, (_, at) => `Paragraph ${at} as ${by} wrote it.`).join('\n\n');
      const first = await openRequest(send);
      const { changes } = (await edit(send, first, [
        insert('Rewritten', text('nobody')),
      ])) as unknown as { changes: { page: { id: string } }[] };
      await send('POST', `${first}/merge`);
      const page = changes[0]?.page.id;
      const update = (by: string) => [
        { operation: 'update_page', page, document: { markdown: text(by) } },
      ];
      const [one, other] = [await openRequest(send), await openRequest(send)];
      await edit(send, one, update('one'));
      await edit(send, other, update('the other'));
      await send('POST', `${one}/merge`);
      return () => send('POST', `${other}/merge`);
    },
  })),
  {
    name: 'merge of a page of 900 KB of one Chinese section',
    prepare: async ({ send }) =>
      (await mergeOf(send, [insert('Chinese', '文字列の検索と置換を行う関数です'.repeat(56_000))]))
        .merge,
  },
  {
    name: 'edit with 20 files of 1 MB',
    prepare: async ({ send }) => {
      const request = await openRequest(send);
      const base64 = Buffer.alloc(1_000_000).toString('base64');
      const files = Array.from({ length: 20 }, (_, at) => ({
        name: `${at}.bin`,
        contentType: 'application/octet-stream',
        base64,
      }));
      return () => edit(send, request, [{ operation: 'insert_files', files }]);
    },
  },
  {
    name: 'edit with 50 pages of 40 KB and 1,000 links each',
    prepare: async ({ send }) => {
      const request = await openRequest(send);
      const text = (at: number) => `Some [link](page-${at}.md) in words.\n\n`.repeat(1_000);
      const changes = Array.from({ length: 50 }, (_, at) => insert(`Page ${at}`, text(at)));
      return () => edit(send, request, changes);
    },
  },
  {
    name: 'edit with 24,000 names of 150 letters',
    prepare: async ({ send }) => {
      const request = await openRequest(send);
      const names = Array.from({ length: 24_000 }, (_, at) => [`${'n'.repeat(150)}${at}`, 1]);
      const change = { operation: 'insert_page', ...Object.fromEntries(names) };
      return () => edit(send, request, [change]).catch(() => undefined);
    },
  },
  {
    name: 'search for a word of 512 letters',
    prepare:
      async ({ send }) =>
      () =>
        send('GET', `${SPACE}/search?query=${'q'.repeat(512)}`),
  },
  {
    name: 'merge of 500 new pages of 8 KB',
    prepare: async ({ send }) => (await mergeOf(send, manyPages())).merge,
  },
  {
    name: 'merge that rewrites 500 pages, and one that deletes them',
    prepare: async ({ send }) => {
      const { ids, merge } = await mergeOf(send, manyPages());
      await merge();
      const document = { markdown: honest(7_000) };
      const rewritten = ids.map((page) => ({ operation: 'update_page', page, document }));
      const rewriting = await mergeOf(send, rewritten);
      return async () => {
        await rewriting.merge();
        const deletions = ids.map((page) => ({ operation: 'delete_page', page }));
        await (await mergeOf(send, deletions)).merge();
      };
    },
  },
  {
    name: 'merges that insert 3,000 short pages and rewrite them, and the list of changes',
    prepare: async ({ send }) => {
      const pages = Array.from({ length: 3_000 }, (_, at) => insert(`Page ${at}`, `Note ${at}.`));
      const { ids, merge } = await mergeOf(send, pages);
      const rewritten = ids.map((page, at) => ({
        ...{ operation: 'update_page', page },
        document: { markdown: `Another note ${at}.` },
      }));
      return async () => {
        await merge();
        const rewriting = await mergeOf(send, rewritten);
        await send('GET', `${rewriting.request}/changes`);
        await rewriting.merge();
      };
    },
  },
  {
    name: 'PDF of 500 pages of 8 KB',
    prepare: async ({ send }) => {
      const space = await largeSpace(send);
      const request = await openRequest(send, space);
      return () => send('GET', `${request}/pdf`);
    },
  },
  {
    name: 'OpenAPI document of 2 MB of YAML, processed and read',
    prepare: async ({ send }) => {
      const text = specification(2_000_000);
      return async () => {
        await send('PUT', `${ORGANIZATION}/openapi/large`, { source: { text } });
        await processed(send);
        for (let reads = 0; reads < 3; reads += 1) {
          await send('GET', `${ORGANIZATION}/openapi/large/versions/latest/content`);
        }
      };
    },
  },
  {
    name: 'search of 40 common words',
    prepare: async ({ send }) => {
      const space = await largeSpace(send);
      const words = WORDS.slice(0, 40).join('+');
      return async () => {
        for (let searches = 0; searches < 5; searches += 1) {
          await send('GET', `${space}/search?query=${words}`);
          await send('GET', `${space}/search?query=${words}+unheardof`);
        }
      };
    },
  },
  {
    name: 'question about a word that a page of 900 KB repeats in one line',
    prepare: async ({ send }) => {
      await (await mergeOf(send, [insert('Repeated', 'unheard '.repeat(112_000))])).merge();
      return () => send('POST', `${ORGANIZATION}/ask`, { query: 'What is an unheard?' });
    },
  },
  {
    name: 'question of 2,000 Chinese characters that a page of 900 KB repeats',
    prepare: async ({ send }) => {
      const sentence = '文字列の検索と置換を行う関数です';
      await (await mergeOf(send, [insert('Asked', `${sentence}。`.repeat(53_000))])).merge();
      const query = sentence.repeat(125);
      return () => send('POST', `${ORGANIZATION}/ask`, { query });
    },
  },
  {
    name: 'question which things there are, about a line of 19,000 characters',
    prepare: async ({ send }) => {
      const item = 'some sweet round fruit, small and yellow, ';
      const line = `Kumquats are ${item.repeat(19_000 / item.length)}`;
      const counted = `${'loquat '.repeat(1_400)}${'1 '.repeat(4_600)}`;
      await (await mergeOf(send, [insert('Kumquats', line), insert('Loquats', counted)])).merge();
      return async () => {
        await send('POST', `${ORGANIZATION}/ask`, { query: 'Which kumquats are there?' });
        await send('POST', `${ORGANIZATION}/ask`, { query: 'How many loquats are there?' });
      };
    },
  },
  {
    name: 'duplicate of a space of 500 pages',
    prepare: async ({ send }) => {
      const space = await largeSpace(send);
      return () => send('POST', `${space}/duplicate`);
    },
  },
];

/** Imports that are answered when they are done; only the legacy service has them. */
export const IMPORT_ROWS: readonly BlockingCase<BenchPlatform>[] = [
  {
    name: 'import of 1 MB of HTML',
    prepare: async (platform) => {
      const paragraph =
        '<p>Messages are <b>kept</b> for <a href="/days">seven days</a> & more.</p>\n';
      return importOf(
        platform,
        'html',
        `<title>Large</title>${paragraph.repeat(1_000_000 / paragraph.length)}`,
      );
    },
  },
  {
    name: 'import of 10,000 links in a table',
    prepare: async (platform) => {
      const links = Array.from({ length: 10_000 }, (_, at) => `<a href="/p${at}">p${at}</a>`);
      return importOf(platform, 'html', `<table><tr><td>${links.join(' ')}</td></tr></table>`);
    },
  },
  {
    name: 'import of an HTML table of 5,000 rows',
    prepare: async (platform) => {
      const rows = Array.from(
        { length: 5_000 },
        (_, at) => `<tr><td>${at}</td><td>Name ${at}</td><td>text</td></tr>`,
      );
      return importOf(platform, 'html', `<table>${rows.join('')}</table>`);
    },
  },
  {
    name: 'import of 4,900 pages that link to each other',
    prepare: async (platform) => importOf(platform, 'zip', linkedPages(4_900)),
  },
  {
    name: 'import of a page with 60,000 links',
    prepare: async (platform) =>
      importOf(
        platform,
        'markdown',
        Array.from({ length: 60_000 }, (_, at) => `[p${at}](p${at}.md)`).join(' '),
      ),
  },
  {
    name: 'import of a docx of 20,000 paragraphs',
    prepare: async (platform) => importOf(platform, 'docx', docx(20_000)),
  },
  {
    name: 'import of a zip with false sizes',
    prepare: async (platform) => {
      const doImport = await importOf(platform, 'zip', lyingZip());
      return () => doImport().catch(() => undefined);
    },
  },
  {
    name: 'import of HTML that is nested 20,000 deep',
    prepare: async (platform) => {
      const doImport = await importOf(
        platform,
        'html',
        `<title>Deep</title>${'<div>'.repeat(20_000)}deep`,
      );
      return () => doImport().catch(() => undefined);
    },
  },
];

function insert(title: string, markdown: string) {
  return { operation: 'insert_page', title, document: { markdown } };
}

type Send = BenchPlatform['send'];

async function openRequest(send: Send, space = SPACE): Promise<string> {
  const { id } = await send('POST', `${space}/change-requests`);
  return `${space}/change-requests/${id}`;
}

async function edit(send: Send, request: string, changes: readonly object[]) {
  return await send('POST', `${request}/content?compat=false`, { changes });
}

/** Makes more edits than one request may contain; returns the ids of their pages. */
async function editInParts(
  send: Send,
  request: string,
  changes: readonly object[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < changes.length; at += MAX_CHANGES) {
    const answer = await edit(send, request, changes.slice(at, at + MAX_CHANGES));
    const { changes: made } = answer as unknown as { changes: { page: { id: string } }[] };
    ids.push(...made.map(({ page }) => page.id));
  }
  return ids;
}

/** Makes a change request of many changes; returns its path, its pages, and a function that merges it. */
async function mergeOf(send: Send, changes: readonly object[]) {
  const request = await openRequest(send);
  const ids = await editInParts(send, request, changes);
  return { request, ids, merge: () => send('POST', `${request}/merge`) };
}

const manyPages = () => Array.from({ length: 500 }, (_, at) => insert(`Page ${at}`, honest(8_000)));

let large: Promise<string> | undefined;

/** A space of nearly 500 pages, most of them of 8 KB. */
function largeSpace(send: Send): Promise<string> {
  large ??= (async () => {
    const request = await openRequest(send, LARGE);
    await editInParts(send, request, manyPages().slice(0, 450));
    await send('POST', `${request}/merge`);
    return LARGE;
  })();
  return large;
}

async function importOf(
  { send, serve }: BenchPlatform,
  source: string,
  bytes: Uint8Array | string,
): Promise<() => Promise<unknown>> {
  const type = source === 'html' ? 'text/html' : 'application/octet-stream';
  const url = serve(`/${source}-${bytes.length}`, type, bytes);
  const request = await openRequest(send);
  return () => send('POST', `${request}/content/import`, { url, source });
}

async function processed(send: Send): Promise<void> {
  for (;;) {
    const { processingState } = await send('GET', `${ORGANIZATION}/openapi/large`);
    if (processingState === 'complete') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
