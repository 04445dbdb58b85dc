// Large documents that one caller of the MCP server reads as resources.
import { specification } from './files.ts';
import type { BlockingCase } from './row.ts';
import { legacy, pageOf, type Server } from './start-server.ts';
import { honest } from './texts.ts';

const MEGABYTE = 1_000_000;

/** A resource that is read, after the platform has what `prepare` gives it. */
function reading(
  name: string,
  uri: string,
  prepare: (server: Server) => void,
): BlockingCase<Server> {
  return {
    name: `resources/read: ${name}`,
    prepare: async (server) => {
      prepare(server);
      return async () => {
        const answer = await server.send(legacy('resources/read', { uri }));
        if (!answer.includes('"contents"')) throw new Error(answer.slice(0, 300));
      };
    },
  };
}

/** A file of this type. */
function stored(name: string, contentType: string, text: () => string): BlockingCase<Server> {
  const id = contentType.replaceAll(/\W/g, '');
  return reading(name, `docs://spaces/s/files/${id}`, ({ reply, platformUrl }) => {
    const downloadURL = `${platformUrl}/stored/${id}`;
    reply(`/content/files/${id}`, { id, name: id, contentType, downloadURL });
    reply(`/stored/${id}`, text());
  });
}

/** A specification that was uploaded as this text. */
function uploaded(name: string, slug: string, source: () => string): BlockingCase<Server> {
  return reading(
    name,
    `docs://orgs/o/openapi/${slug}/versions/latest`,
    ({ reply, platformUrl }) => {
      const urls = { source: `${platformUrl}/sources/${slug}` };
      reply(`/openapi/${slug}/versions/latest/content`, { filesystem: [], urls });
      reply(`/sources/${slug}`, source());
    },
  );
}

function operations(count: number): object {
  const paths = Array.from({ length: count }, (_, at) => [
    `/things/${at}`,
    { get: { operationId: `thing${at}`, description: `What thing ${at} is and what it does` } },
  ]);
  return { openapi: '3.0.3', paths: Object.fromEntries(paths) };
}

export const RESOURCE_ROWS: readonly BlockingCase<Server>[] = [
  reading('a page of 4 MB', 'docs://spaces/s/pages/large', ({ write }) =>
    write('large', honest(4 * MEGABYTE)),
  ),
  reading('a page of 4 MB of tags', 'docs://spaces/s/pages/tags', ({ write }) =>
    write('tags', '<b title="one two three">a</b>\n'.repeat(129_000)),
  ),
  reading('a page of 4 MB of headings', 'docs://spaces/s/pages/headings', ({ write }) =>
    write('headings', '# a\n'.repeat(MEGABYTE)),
  ),
  reading(
    'the diff of a page of 500,000 lines',
    'docs://spaces/diff/change-requests/c1/diff',
    ({ write, reply }) => {
      const lines = (by: string) =>
        Array.from({ length: 500_000 }, (_, at) =>
          at % 1_000 === 0 ? `${by}${at}` : `l${at % 7}`,
        );
      write('rewritten', lines('a').join('\n'), 'diff');
      reply(
        '/diff/change-requests/c1/content/page/rewritten',
        pageOf('rewritten', lines('b').join('\n')),
      );
    },
  ),
  reading('a page of 100 KB of a\\n=\\n', 'docs://spaces/s/pages/lines', ({ write }) =>
    write('lines', 'a\n=\n'.repeat(25_000)),
  ),
  stored('a file of 4 MB with invisible characters', 'text/plain', () =>
    'a\u200b'.repeat(MEGABYTE),
  ),
  stored('a file of 4 MB of markdown', 'text/markdown', () =>
    '<i title="four five six">b</i>\n'.repeat(129_000),
  ),
  uploaded('a specification of 2 MB of YAML', 'yaml', () => specification(2 * MEGABYTE)),
  uploaded('a specification of 4 MB of JSON', 'json', () => JSON.stringify(operations(40_000))),
  reading(
    'an operation of 20,000',
    'docs://orgs/o/openapi/parsed/versions/latest/operations/thing7',
    ({ reply }) =>
      reply('/openapi/parsed/versions/latest/content', { filesystem: operations(20_000) }),
  ),
];
