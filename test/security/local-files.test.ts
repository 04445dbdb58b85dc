import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startPlatform } from '@docs-platform-mcp/platform';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAllowed } from '../../src/tools/arguments/local-files.ts';
import { CLI } from '../support/built.ts';
import { generations, type McpConnection, spawningClient } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import { describeOnce, runs } from '../support/long-run.ts';
import { refusalOf } from '../support/refusal.ts';
import { findProgram } from '../support/system-programs.ts';

const spaceId = 'spaceDevGuide0000001';
const MEGABYTE = 1_000_000;
const SECRET = 'secret of the machine';

let home: string;
let allowed: string;
let socket: Server;

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'local-files-')));
  allowed = join(home, 'allowed');
  await mkdir(join(allowed, 'images', 'deep'), { recursive: true });
  await mkdir(join(allowed, '.git'), { recursive: true });
  await mkdir(join(home, 'allowed-not'), { recursive: true });
  await writeFile(join(home, 'secret.txt'), SECRET);
  await writeFile(join(home, 'allowed-not', 'secret.txt'), SECRET);
  await writeFile(join(allowed, '.env'), SECRET);
  await writeFile(join(allowed, '.git', 'config'), SECRET);
  await writeFile(join(allowed, 'notes.txt'), 'notes');
  await writeFile(join(allowed, 'images', 'deep', 'a b.txt'), 'spaced');
  await writeFile(join(allowed, 'large.bin'), '');
  await truncate(join(allowed, 'large.bin'), MEGABYTE + 1);
  await writeFile(join(allowed, 'largest.bin'), '');
  await truncate(join(allowed, 'largest.bin'), MEGABYTE);
  await symlink(join(home, 'secret.txt'), join(allowed, 'link.txt'));
  await symlink(home, join(allowed, 'up'));
  await symlink(join(allowed, '.env'), join(allowed, 'env.txt'));
  await symlink(join(allowed, 'images'), join(allowed, 'pictures'));
  await symlink(allowed, join(home, 'alias'));
  execFileSync(findProgram('mkfifo') ?? '', [join(allowed, 'pipe')]);
  socket = createServer().listen(join(allowed, 'socket'));
});

afterAll(async () => {
  socket.close();
  await rm(home, { recursive: true, force: true });
});

const changes = (path: string, name = 'file.txt') => [
  { operation: 'insert_files', files: [{ name, path }] },
];

const opening = (path: string) => ({ spaceId, subject: 'Files', changes: changes(path) });

describe.each(spawningClient('2026'))('--allow-files over stdio, $name', (generation) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: [
        '--toolsets',
        'all',
        '--allow-files',
        allowed,
        '--allow-files',
        join(home, 'allowed-not'),
      ],
    });
  });

  afterAll(() => connection.close());

  const stored = async (path: string) => {
    const opened = await connection.facts('open_change_request_with_edits', opening(path));
    const { changeRequestId, files = [] } = opened as {
      changeRequestId: string;
      files?: { id: string }[];
    };
    const where = { spaceId, changeRequestId, fileId: files[0]?.id };
    return connection.facts('get_change_request_file', where);
  };

  it('inserts files by absolute and relative paths, and by links that stay inside', async () => {
    const notes = { name: 'file.txt', contentType: 'text/plain', size: 5, text: 'notes' };
    expect(await stored(join(allowed, 'notes.txt'))).toMatchObject(notes);
    expect(await stored('notes.txt')).toMatchObject(notes);
    expect(await stored(join('images', '..', 'notes.txt'))).toMatchObject(notes);
    expect(await stored(join(home, 'alias', 'notes.txt'))).toMatchObject(notes);
    expect(await stored('pictures/deep/a b.txt')).toMatchObject({ text: 'spaced' });
  });

  it('inserts them with edit_change_request_content as well, as large as the platform accepts', async () => {
    const { id } = await connection.facts('create_change_request', { spaceId, subject: 'Edit' });
    const { insertedFiles } = await connection.facts('edit_change_request_content', {
      spaceId,
      changeRequestId: id,
      changes: changes('largest.bin', 'largest.bin'),
    });
    expect(insertedFiles).toMatchObject([{ name: 'largest.bin', size: MEGABYTE }]);
  });

  it.each([
    ['../secret.txt', 'is not a file below an allowed folder'],
    ['link.txt', 'is not a file below an allowed folder'],
    ['up/secret.txt', 'is not a file below an allowed folder'],
    ['/etc/passwd', 'is not a file below an allowed folder'],
    ['missing.txt', 'is not a file below an allowed folder'],
    ['notes.txt\0.png', 'is not a file below an allowed folder'],
    ['.', 'is not a file below an allowed folder'],
    ['.env', 'is hidden'],
    ['env.txt', 'is hidden'],
    ['.git/config', 'is hidden'],
    ['images', 'is not a regular file'],
    ['pipe', 'is not a regular file'],
    ['socket', 'cannot be read by this server'],
    ['large.bin', 'has more than 1000000 bytes'],
  ])('refuses %j, and sends nothing', async (path, why) => {
    const count = async () =>
      (await connection.facts('list_change_requests', { spaceId, status: 'draft' })).count;
    const before = await count();
    const result = await connection.call('open_change_request_with_edits', opening(path));
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toContain('Nothing was sent.');
    expect(result.content[0]?.text).toContain(why);
    expect(JSON.stringify(result)).not.toContain(SECRET);
    expect(await count()).toBe(before);
  });

  it('refuses a path beside another source', async () => {
    const result = await connection.call('open_change_request_with_edits', {
      ...opening('notes.txt'),
      changes: [
        {
          operation: 'insert_files',
          files: [{ name: 'a.txt', path: 'notes.txt', url: 'https://example.com/a.txt' }],
        },
      ],
    });
    expect(result.content[0]?.text).toContain('give exactly one of url, base64 and path');
  });
});

const roots = () => ({ roots: [{ uri: pathToFileURL(allowed).href }] });
const INFO = { name: 'roots', version: '1' };
const PROGRAM = { command: process.execPath, args: [CLI], stderr: 'ignore' as const };

/** A connected client of each generation that offers the allowed folder as its root. */
const withRoots = {
  2025: async () => {
    const client = new LegacyClient(INFO, { capabilities: { roots: { listChanged: true } } });
    client.setRequestHandler(ListRootsRequestSchema, roots);
    await client.connect(new LegacyStdio(PROGRAM));
    return client;
  },
  2026: async () => {
    const client = new ModernClient(INFO, {
      capabilities: { roots: {} },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    });
    client.setRequestHandler('roots/list', roots);
    await client.connect(new ModernStdio(PROGRAM));
    return client;
  },
};

describeOnce('without --allow-files', () => {
  it('says what to do if the client offers no folders', async () => {
    const [legacy] = generations;
    const connection = await legacy?.stdio();
    const result = await connection?.call('open_change_request_with_edits', opening('notes.txt'));
    expect(result?.isError).toBe(true);
    expect(result?.content[0]?.text).toContain('--allow-files FOLDER');
    await connection?.close();
  });

  it.each([2025, 2026] as const)(
    'reads below the roots of a client of %d, and nowhere else',
    async (year) => {
      const client = await withRoots[year]();
      const isRefused = async (path: string) => {
        const name = 'open_change_request_with_edits';
        return (await client.callTool({ name, arguments: opening(path) })).isError === true;
      };
      expect(await isRefused(join(allowed, 'notes.txt'))).toBe(false);
      expect(await isRefused(join(home, 'secret.txt'))).toBe(true);
      await client.close();
    },
  );

  it('refuses a folder that does not exist', async () => {
    const { code, stderr } = await refusalOf(['serve', '--allow-files', join(home, 'nowhere')]);
    expect(code).toBe(2);
    expect(stderr).toContain('--allow-files: there is no folder');
  });
});

describeOnce('over HTTP', () => {
  it('neither offers nor accepts a path, nor --allow-files', async () => {
    const platform = await startPlatform();
    const server = await linkedHttp([], { DOCS_PLATFORM_URL: platform.url });
    for (const generation of generations) {
      const connection = await generation.http(server.url, platform.operatorToken ?? '');
      const { tools } = await connection.client.listTools();
      const names = ['open_change_request_with_edits', 'edit_change_request_content'];
      const schemas = tools.filter(({ name }) => names.includes(name));
      expect(schemas).toHaveLength(2);
      expect(JSON.stringify(schemas.map(({ inputSchema }) => inputSchema))).not.toContain('"path"');
      const result = await connection.call(
        'open_change_request_with_edits',
        opening(join(allowed, 'notes.txt')),
      );
      expect(result.isError).toBe(true);
      expect(result.content[0]?.text).toContain('path is accepted over stdio only');
      await connection.close();
    }
    await server.stop();
    await platform.close();
    const { code, stderr } = await refusalOf(['serve', '--http', '--allow-files', allowed]);
    expect(code).toBe(2);
    expect(stderr).toContain('--allow-files applies to stdio only');
  });
});

describe('any path', () => {
  const step = fc.constantFrom(
    ...['..', '.', '', 'allowed', 'allowed-not', 'images', 'pictures', 'deep', 'up', 'alias'],
    ...['secret.txt', 'notes.txt', 'link.txt', 'a b.txt', '.env', 'env.txt', '\0', '~', 'pipe'],
  );

  it('reads only files of the folder', async () => {
    const paths = fc.tuple(
      fc.constantFrom('', '/', `${'PLACE'}/`),
      fc.array(step, { minLength: 1, maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(paths, async ([start, steps]) => {
        const path = start.replace('PLACE', () => home) + steps.join('/');
        const bytes = await readAllowed(path, [allowed]).catch(() => undefined);
        if (bytes === undefined) return;
        expect(['notes', 'spaced']).toContain(bytes.toString());
        const from = path.startsWith('/') ? path : join(allowed, path);
        const real = relative(allowed, await realpath(from));
        expect(['notes.txt', join('images', 'deep', 'a b.txt')]).toContain(real);
      }),
      { numRuns: runs(500) },
    );
  });
});
