import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleOptions } from '../../scripts/bundle.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { instrumented, Trail } from './instrument.ts';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));
const DOCS = new URL('../../docs/architecture.md', import.meta.url);

const ENTRY = `
  export { changeHubOf } from './commands/changes.ts';
  export { readConfig } from './config/server.ts';
  export { connect } from './connect.ts';
  export { serveLines } from './server/stdio/sdk.ts';
`;

interface Program {
  changeHubOf: typeof import('../../src/commands/changes.ts').changeHubOf;
  readConfig: typeof import('../../src/config/server.ts').readConfig;
  connect: typeof import('../../src/connect.ts').connect;
  serveLines: typeof import('../../src/server/stdio/sdk.ts').serveLines;
}

const ID = 'Wk7pZq3xTn';
const FIRST = 'server/handlers/tools.ts';
const GLOBAL = '__trail';

/** Where undici reports synchronously that it received a request. */
const HANDED_OVER = 'undici:request:create';

/** The embedded platform is half of the program, and is not loaded where a service is configured. */
const withoutPlatform: Plugin = {
  name: 'without-platform',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@docs-platform-mcp\/platform$/ }, ({ path }) => ({
      path,
      external: true,
    })),
};

let folder: string;
let upstream: Upstream;
let program: Program;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walk-'));
  upstream = await startUpstream();
  upstream.answer(json(200, { id: 'p1', title: 'Page', type: 'document', markdown: 'x' }));
  started();
  program = await instrumentedProgram();
});

afterAll(async () => {
  await upstream.close();
  await rm(folder, { recursive: true });
});

/** A new trail, which instrumented functions report to from now on. */
function started(): Trail {
  const trail = new Trail(ID);
  Object.assign(globalThis, { [GLOBAL]: trail.enter });
  return trail;
}

async function instrumentedProgram(): Promise<Program> {
  await build({
    ...bundleOptions,
    stdin: { contents: ENTRY, resolveDir: SOURCE },
    outdir: folder,
    entryNames: 'program',
    outExtension: { '.js': '.mjs' },
    plugins: [withoutPlatform, ...bundleOptions.plugins, instrumented(SOURCE, GLOBAL)],
  });
  return import(pathToFileURL(join(folder, 'program.mjs')).href) as Promise<Program>;
}

/** The files through which the id of a space passes from a call of get_page to undici. */
async function walked(): Promise<string[]> {
  const trail = started();
  const { changeHubOf, readConfig, connect, serveLines } = program;
  const fail = (problem: Error) => {
    throw problem;
  };
  const config = readConfig({ DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'secret' }, {});
  const connection = connect(config);
  const changes = await changeHubOf(connection, config, fail);
  const written = new PassThrough();
  const lines = createInterface({ input: written });
  const server = serveLines({
    dependencies: { ...connection.dependencies, changes },
    token: connection.token,
    report: fail,
    wire: { write: async (line) => void written.write(`${line}\n`) },
  });
  const ask = async (id: number, method: string, params: object) => {
    server.deliver(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    await once(lines, 'line');
  };
  let files: string[] = [];
  const handedOver = (message: unknown) => {
    const { path } = (message as { request: { path: string } }).request;
    if (path.includes(ID)) files = trail.from(FIRST);
  };
  await ask(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'walk', version: '1' },
  });
  const call = { name: 'get_page', arguments: { spaceId: ID, pageId: 'p1' } };
  // The connection exists from the second call on.
  await ask(2, 'tools/call', call);
  subscribe(HANDED_OVER, handedOver);
  try {
    await ask(3, 'tools/call', call);
  } finally {
    unsubscribe(HANDED_OVER, handedOver);
    await server.close();
    await changes.close();
    await connection.close();
  }
  return files;
}

it('the walk of an id from a call to the socket is as in architecture.md', async () => {
  const page = await readFile(DOCS, 'utf8');
  const [, section = ''] = page.split('## From a call to the socket');
  const rows = section.split('\n## ')[0]?.match(/^\| `.*$/gm) ?? [];
  const told = rows.flatMap((row) => row.split('|')[1]?.match(/[\w/-]+\.ts/g) ?? []);
  expect(await walked()).toEqual(told);
  expect(told.length).toBeLessThanOrEqual(10);
});
