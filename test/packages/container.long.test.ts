import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';
import { lineOf } from '../support/program.ts';

const execute = promisify(execFile);
const ROOT = dirname(dirname(CLI));
const INSTALL_MS = 180_000;
/** The user `node` of Node's images. */
const NODE_USER = { uid: 1000, gid: 1000 };
/** Only root can switch users; other users have no special rights anyway. */
const USER = process.getuid?.() === 0 ? NODE_USER : {};

/** The arguments of an instruction in its JSON form. */
function argumentsOf(dockerfile: string, instruction: RegExp): string[] {
  const [, list] = instruction.exec(dockerfile) ?? [];
  return JSON.parse(list ?? 'null');
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

describe.skipIf(process.platform === 'win32')('the steps of the Dockerfile, without Docker', () => {
  let image: string;
  let dockerfile: string;

  beforeAll(async () => {
    dockerfile = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
    image = await mkdtemp(join(tmpdir(), 'image-'));
    const app = join(image, 'app');
    await Promise.all([mkdir(app), mkdir(join(image, 'package'))]);
    const [, flags = ''] = /npm pack (.*?) --pack-destination \/package/.exec(dockerfile) ?? [];
    const pack = ['pack', '--ignore-scripts', ...flags.split(' ')];
    const { stdout } = await execute(
      'npm',
      [...pack, '--pack-destination', join(image, 'package')],
      { cwd: ROOT },
    );
    const [, install = ''] = /npm (install .*) \/package\/\S+\.tgz/.exec(dockerfile) ?? [];
    const tarball = join(image, 'package', stdout.trim());
    await writeFile(join(app, 'package.json'), '{"private":true}');
    await execute('npm', [...install.split(' '), tarball], { cwd: app });
    // The user of the container may read what root installed, and write nothing.
    await chmod(image, 0o755);
  }, INSTALL_MS);

  afterAll(() => rm(image, { recursive: true, force: true }));

  it('serve HTTP as an unprivileged user, write nothing, and pass the health check', async () => {
    const port = await freePort();
    const ported = (words: string[]) => words.map((word) => word.replace('3333', port));
    const entry = argumentsOf(dockerfile, /^ENTRYPOINT (\[.*\])$/m);
    const command = argumentsOf(dockerfile, /^CMD (\[.*\])$/m);
    const health = argumentsOf(dockerfile, /^ {2}CMD (\[.*\])$/m);
    expect(entry[0]).toBe('node');
    const env = { PATH: dirname(process.execPath), NODE_ENV: 'production', HOME: '/nonexistent' };
    const options = { cwd: join(image, 'app'), env, ...USER };
    const server = spawn(process.execPath, [...entry.slice(1), ...ported(command)], options);
    try {
      await lineOf(server, /MCP endpoint: (\S+)/);
      await execute(process.execPath, ported(health).slice(1), options);
      const client = new Client({ name: 'caller', version: '1.0.0' });
      const headers = { Authorization: 'Bearer demo-admin-token' };
      const url = new URL(`http://localhost:${port}/mcp`);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      const { content } = await client.callTool({ name: 'list_organizations', arguments: {} });
      expect(JSON.stringify(content)).toContain('Northwind');
      await client.close();
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    expect(server.exitCode).toBe(0);
    await expect(execute(process.execPath, ported(health).slice(1), options)).rejects.toMatchObject(
      { code: 1 },
    );
  });
});
