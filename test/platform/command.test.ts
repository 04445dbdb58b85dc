import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  exportPlatform,
  openDatabase,
  openExisting,
  startPlatform,
} from '@docs-platform-mcp/platform';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEV_GUIDE, request, sender } from '../../platform/test/support.ts';
import { CLI } from '../support/built.ts';
import { runHere } from '../support/command.ts';
import { describeOnce, isLongRun, itOnce, shareOf } from '../support/long-run.ts';
import { lineOf, run, start } from '../support/program.ts';
import { refusalOf } from '../support/refusal.ts';
import { type PlatformProcess, startProcess } from './process.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
});

/** A platform with the defaults, for tests that change nothing. */
let shared: PlatformProcess;

/** One that reaches and is reached beyond loopback. */
let open: PlatformProcess;

beforeAll(async () => {
  const named = ['--allow-host', 'docs.test'];
  const wide = ['--host', '0.0.0.0', '--allow-private-addresses'];
  [shared, open] = await Promise.all([startProcess(named), startProcess([...named, ...wide])]);
});

afterAll(() => Promise.all([shared.kill(), open.kill()]));

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => join(folder, name);

describe('the command platform', () => {
  it.each(shareOf(['SIGTERM', 'SIGINT'] as const))(
    'serves the demonstration, prints its tokens, and finishes requests in flight on %s',
    async (signal) => {
      const child = start(['platform', '--port', '0', '--data', inFolder('data')]);
      const tokens = lineOf(child, /Tokens: (.*)/);
      const url = await lineOf(child, /Embedded platform: (\S+)/);
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const [admin = ''] = (await tokens).split(', ');
      const send = sender(url, admin);
      expect((await send('GET', '/orgs')).json.items[0]?.title).toBe('Northwind');
      const exit = once(child, 'exit');
      const answer = request(`${url}/v1/spaces/${DEV_GUIDE}/comments`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer demo-admin-token',
          'content-type': 'application/json',
          'x-platform-faults': 'latency=400',
        },
        body: JSON.stringify({ body: { markdown: 'The last word' } }),
      });
      // Answered after the first one, which has therefore arrived.
      await send('GET', '/orgs');
      child.kill(signal);
      expect((await answer).status).toBe(200);
      expect(await exit).toEqual([0, null]);
    },
  );

  itOnce('emulates the service of the profile', async () => {
    const current = await startProcess(['--profile', 'current']);
    expect((await request(`${current.url}/v1/`)).status).toBe(200);
    expect((await current.send('GET', '/user')).status).toBe(200);
    await current.kill();
    expect((await shared.send('GET', '/user')).status).toBe(404);
  });

  itOnce(
    'starts an empty platform with one administrator, whose token is printed once',
    async () => {
      const args = ['platform', '--port', '0', '--seed', 'empty', '--data', inFolder('data')];
      const child = start(args);
      const printed = once(child.stdout as NodeJS.ReadableStream, 'data');
      const url = await lineOf(child, /Embedded platform: (\S+)/);
      const token = String(await printed).trim();
      expect(token).toMatch(/^[\w-]{43}$/);
      const send = sender(url, token);
      const { json } = await send('GET', '/orgs');
      expect(json.items).toMatchObject([{ object: 'organization', title: 'My organization' }]);
      const made = await send('POST', `/orgs/${json.items[0]?.id}/collections`, { title: 'First' });
      expect(made.status).toBe(201);
      child.kill('SIGTERM');
      await once(child, 'exit');

      const again = start(args);
      const said = await lineOf(again, /(Tokens: .*)/);
      expect(said).toBe('Tokens: those created earlier; --token adds one for the administrator');
      again.kill('SIGTERM');
      await once(again, 'exit');
      for (const file of await readdir(inFolder('data'))) {
        expect(await readFile(join(inFolder('data'), file), 'latin1')).not.toContain(token);
      }
    },
  );

  it.each(
    shareOf([
      ['a flag', 'empty', ['--token', 'my-own-token'], {}],
      ['a flag', 'demo', ['--token', 'my-own-token'], {}],
      ['the environment', 'empty', [], { DOCS_PLATFORM_ADMIN_TOKEN: 'my-own-token' }],
      [
        'a flag before the environment',
        'demo',
        ['--token', 'my-own-token'],
        { DOCS_PLATFORM_ADMIN_TOKEN: 'other' },
      ],
    ]),
  )('accepts the administrator token from %s, with the seed %s', async (_, seed, args, env) => {
    const child = start(['platform', '--port', '0', '--seed', seed, ...args], env);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    const url = await lineOf(child, /Embedded platform: (\S+)/);
    const { json } = await sender(url, 'my-own-token')('GET', '/orgs?limit=1');
    expect(json.items[0]).toMatchObject({ permissions: { admin: true } });
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(output).toContain("The administrator's token is the one you gave");
    expect(output).not.toContain('my-own-token');
  });

  itOnce('binds to loopback, and answers only to its names', async () => {
    const { port } = new URL(shared.url);
    const answer = async (host: string) => await statusFor(`127.0.0.1:${port}`, host);
    expect(await answer(`localhost:${port}`)).toBe(200);
    expect(await answer(`docs.test:${port}`)).toBe(200);
    expect(await answer('evil.example')).toBe(403);
  });

  it.skipIf(isLongRun || !outerAddress())(
    'answers beyond loopback to the allowed names',
    async () => {
      const { port } = new URL(open.url);
      const answer = async (host: string) => await statusFor(`${outerAddress()}:${port}`, host);
      expect(await answer(`docs.test:${port}`)).toBe(200);
      expect(await answer(`DOCS.test`)).toBe(200);
      expect(await answer(`${outerAddress()}:${port}`)).toBe(403);
    },
  );

  itOnce('injects faults and limits as its flags say', async () => {
    const failing = await startProcess(['--faults', 'errors=1', '--rate-limit', '2']);
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) {
      statuses.push((await failing.send('GET', '/orgs')).status);
    }
    await failing.kill();
    expect(statuses.map((status) => (status < 500 ? status : 'failed'))).toEqual([
      'failed',
      'failed',
      429,
    ]);
  });

  itOnce('fetches from private addresses only if allowed', async () => {
    const source = createServer((_, response) => response.end('# Fetched\n\nFrom nearby.'));
    source.listen(0, '127.0.0.1');
    await once(source, 'listening');
    const { port } = source.address() as AddressInfo;
    const body = { url: `http://127.0.0.1:${port}/page.md`, source: 'markdown' };
    const imported = async ({ send }: PlatformProcess) =>
      (await send('POST', `/spaces/${DEV_GUIDE}/content/import`, body)).status;
    expect(await imported(shared)).toBe(422);
    expect(await imported(open)).toBe(201);
    source.close();
  });
});

/** An address of this machine beyond loopback. */
function outerAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flat();
  return addresses.find((found) => found?.family === 'IPv4' && !found.internal)?.address;
}

/** The status of a request to an address under another name. */
function statusFor(address: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: 'Bearer demo-admin-token' };
    get(`http://${address}/v1/orgs`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).once('error', reject);
  });
}

itOnce('serves the MCP server with the token of its administrator', async () => {
  const data = inFolder('data');
  const made = await startPlatform({ seed: 'empty', data });
  await made.close();
  const listed = await runHere(['call', 'list_organizations'], {
    DOCS_PLATFORM_DATA: data,
    DOCS_PLATFORM_ADMIN_TOKEN: 'my-own-token',
  });
  expect(listed.stdout).toContain('My organization');
});

describeOnce('moving a platform', () => {
  it('writes a file that only its owner reads, and fills a new folder from it', async () => {
    const original = await startPlatform({ data: inFolder('original') });
    await sender(original.url, 'demo-admin-token')('POST', `/spaces/${DEV_GUIDE}/comments`, {
      body: { markdown: 'Moved' },
    });
    // The export is a consistent snapshot of a busy platform.
    const written = await run([
      'platform',
      '--data',
      inFolder('original'),
      '--export',
      inFolder('a.json'),
    ]);
    expect(written).toEqual({
      code: 0,
      stdout: '',
      stderr: `docs-platform-mcp: Wrote the platform in ${inFolder('original')} to ${inFolder('a.json')}\n`,
    });
    expect((await stat(inFolder('a.json'))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(['a.json', 'original']);

    await original.close();

    const filled = await run([
      'platform',
      '--data',
      inFolder('copy'),
      '--import',
      inFolder('a.json'),
    ]);
    expect(filled).toMatchObject({ code: 0, stdout: '' });
    const copy = await startPlatform({ data: inFolder('copy') });
    const send = sender(copy.url, 'demo-admin-token');
    const comments = await send('GET', `/spaces/${DEV_GUIDE}/comments?format=markdown`);
    await copy.close();
    expect(comments.text).toContain('Moved');
  });

  it('works through a pipe', async () => {
    const original = await startPlatform({ data: inFolder('original') });
    await original.close();
    const written = await run(['platform', '--data', inFolder('original'), '--export', '-']);
    const child = start(['platform', '--data', inFolder('copy'), '--import', '-']);
    child.stdin?.end(written.stdout);
    expect(await once(child, 'exit')).toEqual([0, null]);
    const db = openExisting(inFolder('copy'));
    const again = new PassThrough();
    const [, copied] = await Promise.all([exportPlatform(db, again), text(again)]);
    db.close();
    expect(copied === written.stdout).toBe(true);
    expect(JSON.parse(written.stdout)).toMatchObject({ format: 'docs-platform-export' });
  });

  it('leaves the file unchanged if the export fails', async () => {
    await writeFile(inFolder('a.json'), 'before');
    const { code, stderr } = await refusalOf([
      'platform',
      '--data',
      inFolder('none'),
      '--export',
      inFolder('a.json'),
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain(`There is no platform in ${inFolder('none')}`);
    expect(await readFile(inFolder('a.json'), 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['a.json']);
  });
});

describeOnce('the command platform refuses', () => {
  it.each([
    [['--profile', 'newest'], 2, '--profile must be one of contract, current'],
    [['--faults', 'slow=1'], 2, 'latency=200,errors=0.1,limit=0.05,cut=0.2,seed=7'],
    [['--token', 'two words'], 2, 'A token has no spaces'],
    [['--token', 'demo-editor-token'], 2, 'The token belongs to another user already'],
    [['--host', '0.0.0.0'], 2, '--allow-host'],
    [['--export', 'x.json'], 2, '--data'],
    [['--import', '-'], 2, '--data'],
    [['--export', '-', '--import', '-'], 1, 'cannot be used with'],
  ])('%j', async (args, code, message) => {
    const refusal = await refusalOf(['platform', '--port', '0', ...args]);
    expect(refusal).toEqual({ code, stderr: expect.stringContaining(message) });
  });

  it.each([
    [['--seed', 'full'], 2, '--seed must be one of demo, empty'],
    [['--rate-limit', '0'], 1, '1 or more'],
  ])('%j, as a program', async (args, code, message) => {
    const result = await run(['platform', '--port', '0', ...args]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(message);
    expect(result.stderr).not.toContain('    at ');
  });

  it('an invalid folder, and foreign data', async () => {
    await writeFile(inFolder('file'), 'text');
    await mkdir(inFolder('data'));
    await writeFile(join(inFolder('data'), 'platform.sqlite'), 'not a database '.repeat(1000));
    for (const data of [inFolder('file'), join(inFolder('file'), 'x'), inFolder('data')]) {
      const { code, stderr } = await refusalOf(['platform', '--data', data]);
      expect(code).toBe(2);
      expect(stderr).toContain(`The data folder ${data} cannot be used`);
    }
  });

  it('data of a newer version', async () => {
    const db = openDatabase(inFolder('data'));
    db.script('PRAGMA user_version = 1000');
    db.close();
    const { code, stderr } = await refusalOf(['platform', '--data', inFolder('data')]);
    expect(code).toBe(2);
    expect(stderr).toContain('written by a newer version of this program');
  });

  it('a port in use', async () => {
    const { port } = new URL(shared.url);
    const { code, stderr } = await run(['platform', '--port', port]);
    expect(code).toBe(1);
    expect(stderr).toContain('name another with --port');
    expect(stderr).not.toContain('    at ');
  });

  it('an import file that is missing or invalid, and changes nothing', async () => {
    const args = ['platform', '--data', inFolder('data'), '--import'];
    const missing = await refusalOf([...args, inFolder('missing')]);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain('ENOENT');
    const wrong = await refusalOf([...args, CLI]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('cannot be imported');
    const made = await startPlatform({ data: inFolder('data') });
    await made.close();
    const { code, stderr } = await refusalOf([...args, inFolder('missing')]);
    expect(code).toBe(2);
    expect(stderr).toContain('There is a platform in this folder already');
  });
});
