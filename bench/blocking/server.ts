// Large operations of the MCP server's callers. Each row once blocked all others.

import { RESOURCE_ROWS } from './resources.ts';
import type { BlockingCase } from './row.ts';
import { legacy, modern, pageOf, type RequestMessage, type Server } from './start-server.ts';
import { honest } from './texts.ts';

const KILOBYTE = 1_000;

function filled(unit: string, characters: number): string {
  return unit.repeat(Math.ceil(characters / unit.length));
}

/** A page that is read. */
function reading(name: string, markdown: () => string, args: object = {}): BlockingCase<Server> {
  return {
    name: `get_page: ${name}`,
    prepare: async ({ call, write }) => {
      const page = `p${name.replaceAll(/\W/g, '')}`;
      write(page, markdown());
      return () => call('get_page', { spaceId: 's', pageId: page, format: 'markdown', ...args });
    },
  };
}

/** A call for which the platform returns a large answer. */
function receiving(
  name: string,
  { tool, args, part }: { tool: string; args: object; part: string },
  answer: () => object,
): BlockingCase<Server> {
  return {
    name: `${tool}: ${name}`,
    prepare: async ({ call, reply }) => {
      reply(part, answer());
      return () => call(tool, args);
    },
  };
}

/** This many items, each made from its index. */
function many(count: number, item: (at: number) => unknown): unknown[] {
  return Array.from({ length: count }, (_, at) => item(at));
}

/** A change of content. */
function editing(name: string, change: () => object): BlockingCase<Server> {
  return {
    name: `open_change_request_with_edits: ${name}`,
    prepare: async ({ call, write }) => {
      write('sections', `${filled('# a\n', 100 * KILOBYTE)}# last\n`);
      const changes = [change()];
      return () =>
        call('open_change_request_with_edits', { spaceId: 's', subject: 'Bench', changes });
    },
  };
}

/** A call that is refused with this text. */
function refusal(send: Server['send'], name: string, words: string, args: object) {
  return async () => {
    const answer = await send(legacy('tools/call', { name, arguments: args }));
    if (!answer.includes(words)) throw new Error(answer.slice(0, 300));
  };
}

/** A message that is refused with this text. */
function refused(name: string, words: string, message: () => RequestMessage): BlockingCase<Server> {
  return {
    name,
    prepare: async ({ send }) => {
      const sent = message();
      return async () => {
        const answer = await send(sent);
        if (!answer.includes(words)) throw new Error(answer.slice(0, 300));
      };
    },
  };
}

const HONEST = '## Part\n\nSome words of a page, with a [link](other.md) and `code`.\n\n';

export const ROWS: readonly BlockingCase<Server>[] = [
  reading('the first long page, which loads the tokenizer', () => honest(100 * KILOBYTE)),
  reading('100 KB of a\\n=\\n', () => filled('a\n=\n', 100 * KILOBYTE)),
  reading('100 KB of nested lists', () => filled('- ', 100 * KILOBYTE)),
  reading('25,000 CJK characters', () => '\u6f22'.repeat(25_000)),
  reading('25,000 emoji', () => '\u{1f600}'.repeat(25_000)),
  reading('100 KB of # a', () => filled('# a\n', 100 * KILOBYTE)),
  reading('100 KB of # a, a section of them', () => `${filled('# a\n', 100 * KILOBYTE)}# b\n`, {
    section: 'b',
  }),
  reading('200 KB with a comment', () => `<!-- note -->\n${filled(HONEST, 200 * KILOBYTE)}`),
  reading('1 MB', () => honest(1_000 * KILOBYTE)),
  reading('1 MB with a comment', () => `<!-- note -->\n${honest(1_000 * KILOBYTE)}`),
  reading('4 MB', () => honest(4_000 * KILOBYTE)),
  reading('4 MB of headings', () => filled('# a\n', 4_000 * KILOBYTE)),
  reading('4 MB of tags', () => filled('<b title="one two three">a</b>\n', 4_000 * KILOBYTE)),
  {
    name: 'open_change_request_with_edits: 5,000 lines around a hidden comment',
    prepare: async ({ call, write }) => {
      const lines = (by: string) => Array.from({ length: 5_000 }, (_, at) => `Line ${at} ${by}.`);
      write('rewritten', ['<!-- hidden -->', ...lines('as it was')].join('\n\n'));
      const markdown = lines('as it is').join('\n\n');
      const changes = [{ operation: 'update_page', page: 'rewritten', document: { markdown } }];
      return () =>
        call('open_change_request_with_edits', { spaceId: 's', subject: 'Bench', changes });
    },
  },
  editing('300 KB of unclosed tags', () => ({
    operation: 'insert_page',
    title: 'Tags',
    document: { markdown: filled('{% a ', 300 * KILOBYTE) },
  })),
  editing('300 KB of links', () => ({
    operation: 'insert_page',
    title: 'Links',
    document: { markdown: filled('[](#a)', 300 * KILOBYTE) },
  })),
  editing('2 MB of links', () => ({
    operation: 'insert_page',
    title: 'Links',
    document: { markdown: filled('[](sections.md) ', 1_950 * KILOBYTE) },
  })),
  editing('a section of many', () => ({
    operation: 'replace_section',
    page: 'sections',
    section: 'last',
    document: { markdown: '# last\n\nNew.' },
  })),
  {
    name: 'replace_text: a word that occurs 300,000 times in one line',
    prepare: async ({ send, write }) => {
      write('line', filled('a ', 600 * KILOBYTE));
      return refusal(send, 'open_change_request_with_edits', 'occurs 300000 times', {
        spaceId: 's',
        subject: 'Bench',
        changes: [{ operation: 'replace_text', page: 'line', old: 'a', new: 'b' }],
      });
    },
  },
  {
    name: 'replace_text: a word on a page of 1 MB of definitions',
    prepare: async ({ call, write }) => {
      write('definitions', `${filled('[a]: /x\n', 1_000 * KILOBYTE)}\nA word.\n`);
      const change = { operation: 'replace_text', page: 'definitions', old: 'word', new: 'text' };
      const edit = { spaceId: 's', subject: 'Bench', changes: [change] };
      return () => call('open_change_request_with_edits', edit);
    },
  },
  {
    name: 'replace_in_pages: 50,000 matches, each in a code span',
    prepare: async ({ call, write }) => {
      write('code', filled('`unheard` ', 500 * KILOBYTE));
      return () =>
        call('replace_in_pages', {
          ...{ spaceId: 's', old: 'unheard', new: 'heard', in: 'text', preview: true },
          pages: ['code'],
        });
    },
  },
  {
    name: 'find_in_pages: an expression with many states on a line of 50 KB',
    prepare: async ({ call, write }) => {
      write('expression', filled('ab', 50 * KILOBYTE));
      const text = '(?:a|ab|b){1,50}(?:a|ab|b){1,50}c';
      return () =>
        call('find_in_pages', { spaceId: 's', text, match: 'regex', pages: ['expression'] });
    },
  },
  {
    name: 'find_in_pages: a heading of unclosed anchors',
    prepare: async ({ call, write }) => {
      write('anchor', `# ${filled('<a ', 300 * KILOBYTE)}\n\nunusual`);
      return () => call('find_in_pages', { spaceId: 's', text: 'unusual', pages: ['anchor'] });
    },
  },
  {
    name: 'resources/read: a page of 1 MB',
    prepare: async ({ send, write }) => {
      write('read', honest(1_000 * KILOBYTE));
      return async () => {
        const answer = await send(legacy('resources/read', { uri: 'docs://spaces/s/pages/read' }));
        if (!answer.includes('"contents"')) throw new Error(answer.slice(0, 300));
      };
    },
  },
  {
    name: 'find_in_pages: 10 pages of 300 KB',
    prepare: async ({ call, write }) => {
      for (let at = 0; at < 10; at += 1) write(`found${at}`, honest(300 * KILOBYTE));
      return () => call('find_in_pages', { spaceId: 's', text: 'unheardof' });
    },
  },
  {
    name: 'replace_in_pages: a word on 10,000 pages that link to each other',
    prepare: async ({ call, write }) => {
      for (let at = 0; at < 10_000; at += 1) {
        const text = `A word, [another](p${(at * 7) % 10_000}.md) page and [none](gone.md).`;
        write(`p${at}`, `${text}\n\n${honest(KILOBYTE)}`, 'linked');
      }
      const args = { spaceId: 'linked', old: 'word', new: 'letter', subject: 'Bench' };
      return () => call('replace_in_pages', args);
    },
  },
  receiving(
    '100,000 members',
    { tool: 'list_members', args: { organizationId: 'members' }, part: '/members' },
    () => ({
      items: many(100_000, (at) => ({
        ...{ object: 'member', id: `u${at}`, role: 'reader', joinedAt: '2026-01-01T00:00:00Z' },
        user: { object: 'user', id: `u${at}`, displayName: `Name ${at}`, urls: { location: 'x' } },
      })),
    }),
  ),
  receiving(
    '100,000 titles with markup',
    { tool: 'list_spaces', args: { organizationId: 'markup' }, part: '/markup' },
    () => ({
      items: many(100_000, (at) => ({ id: `s${at}`, title: `<b title="x${at}">a</b> <!-- x -->` })),
    }),
  ),
  receiving(
    '100,000 sections of a page',
    { tool: 'search_space', args: { spaceId: 'sections', query: 'some words' }, part: '/sections' },
    () => ({
      items: [
        {
          ...{ id: 'p', title: 'Page', path: 'page' },
          sections: many(100_000, (at) => ({ id: `s${at}`, title: `Part ${at}`, body: 'Text.' })),
        },
      ],
    }),
  ),
  receiving(
    '50,000 pages',
    { tool: 'list_pages', args: { spaceId: 'tree' }, part: '/tree' },
    () => ({
      pages: many(50_000, (at) => ({ ...pageOf(`p${at}`, undefined), pages: [] })),
    }),
  ),
  {
    name: 'get_page: a page with 300,000 members',
    prepare: async ({ send, reply }) => {
      const members = many(300_000, (at) => [`member${at}`, 'text']) as [string, string][];
      reply('/wide/', { ...pageOf('wide', 'Text.'), ...Object.fromEntries(members) });
      const args = { spaceId: 'wide', pageId: 'wide' };
      return refusal(send, 'get_page', 'has more than 25000 members', args);
    },
  },
  {
    name: 'list_spaces: 3,000,000 empty objects',
    prepare: async ({ send, reply }) => {
      reply('/empty', { items: many(3_000_000, () => ({})) });
      const args = { organizationId: 'empty' };
      return refusal(send, 'list_spaces', 'has more than 2000000 values', args);
    },
  },
  refused('subscriptions/listen: an address of 600 KB', 'error', () =>
    modern('subscriptions/listen', {
      notifications: {
        resourceSubscriptions: [`docs://spaces/s/paths/${filled('x%2F', 600 * KILOBYTE)}`],
      },
    }),
  ),
  refused('read_operation: a name of 1 MB', 'isError', () =>
    legacy('tools/call', {
      name: 'read_operation',
      arguments: { operation: filled('ab', 1_000 * KILOBYTE) },
    }),
  ),
  {
    name: 'find_operations: 20 questions of 60 requests',
    prepare: async ({ call }) => {
      const queries = Array.from({ length: 20 }, (_, at) => `${filled('list ai,', 500)}${at}`);
      return () => call('find_operations', { queries });
    },
  },
  refused('get_page: 20,000 unknown arguments', 'more than 5000 members', () =>
    legacy('tools/call', {
      name: 'get_page',
      arguments: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, 1])),
    }),
  ),
  ...RESOURCE_ROWS,
];
