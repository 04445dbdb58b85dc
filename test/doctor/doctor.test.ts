import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunningPlatform, startPlatform } from '@docs-platform-mcp/platform';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { examine, type Finding } from '../../src/doctor/index.ts';
import { connectProxy } from '../client/connect-proxy.ts';
import { CLI } from '../support/built.ts';
import { makeAuthority, makeCertificate } from '../support/certificates.ts';
import { runHere } from '../support/command.ts';
import { linkedHttp } from '../support/linked.ts';
import { describeOnce, isLongRun, itOnce } from '../support/long-run.ts';
import { run, serveHttp } from '../support/program.ts';
import { json, type Script, startUpstream } from '../support/upstream.ts';

let home: string;
let platform: RunningPlatform;
let service: Record<string, string>;
beforeAll(async () => {
  platform = await startPlatform();
  service = { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: platform.operatorToken ?? '' };
});
afterAll(() => platform.close());
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'doctor-'));
  return () => rm(home, { recursive: true, force: true });
});

const write = async (file: string, text: string) => {
  await mkdir(dirname(join(home, file)), { recursive: true });
  await writeFile(join(home, file), text);
};

/** Puts an npm in the path that answers with this version, whatever it is asked. */
const npmSays = async (newest: string) => {
  const script = `console.log(JSON.stringify(${JSON.stringify(newest)}))`;
  await write('bin/npm', `#!${process.execPath}\n${script}\n`);
  await chmod(join(home, 'bin/npm'), 0o755);
};

/** Runs the doctor, by default as a program, and returns its findings by id. */
async function doctor(args: string[] = [], env: Record<string, string> = {}, carryOut = run) {
  const { code, stdout, stderr } = await carryOut(
    ['doctor', '--json', ...args],
    { HOME: home, PATH: join(home, 'bin'), ...env },
    { cwd: home },
  );
  expect(stderr).toBe('');
  for (const secret of [env.DOCS_PLATFORM_TOKEN, platform.operatorToken].filter(Boolean)) {
    expect(stdout).not.toContain(secret);
  }
  const report = JSON.parse(stdout) as { ok: boolean; first?: string; findings: Finding[] };
  return { code, ...report, found: byId(report.findings) };
}

const byId = (findings: readonly Finding[]): Record<string, Finding> =>
  Object.fromEntries(findings.map((finding) => [finding.id, finding]));

/** The same findings, found within this process; `npm run test:long` runs the program for them. */
async function diagnosis(
  env: Record<string, string>,
  { online = false } = {},
): Promise<Record<string, Finding>> {
  if (isLongRun) return (await doctor(online ? ['--online'] : [], env)).found;
  const all = { HOME: home, PATH: join(home, 'bin'), ...env };
  const machine = { system: 'linux', home, folder: home, env: all } as const;
  const what = { flags: {}, given: [], args: [], cli: CLI, online };
  const findings: Finding[] = [];
  for await (const finding of examine({ ...what, machine, env: all })) findings.push(finding);
  return byId(findings);
}

/** A configuration that cannot be used, with which no server is started. */
const UNUSABLE = { DOCS_PLATFORM_URL: 'none' };

/** Answers with something that is not JSON. */
const page =
  (status: number, headers: Record<string, string>): Script =>
  (_, response) =>
    response.writeHead(status, headers).end('<p>Sign in');

const statuses = (found: Record<string, Finding>) =>
  Object.fromEntries(Object.entries(found).map(([id, { status }]) => [id, status]));

describeOnce('doctor, on a healthy setup', () => {
  it('checks everything from Node to the hosts', async () => {
    const entry = { command: process.execPath, args: [CLI] };
    await write('.cursor/mcp.json', JSON.stringify({ mcpServers: { docs: entry } }));
    await npmSays(manifest.version);
    const { code, ok, found } = await doctor(
      ['--online', '--read-only', '--toolsets', 'organizations,content'],
      service,
    );
    expect(statuses(found)).toEqual({
      node: 'ok',
      version: 'ok',
      configuration: 'ok',
      address: 'ok',
      token: 'ok',
      rights: 'ok',
      service: 'ok',
      'rate-limit': 'ok',
      server: 'ok',
      'host:cursor:user': 'ok',
    });
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(found.configuration?.facts?.values).toEqual([
      { name: '--read-only', value: 'true', from: 'flag' },
      { name: '--toolsets', value: 'organizations,content', from: 'flag' },
      { name: 'DOCS_PLATFORM_URL', value: platform.url, from: 'environment' },
      { name: 'DOCS_PLATFORM_TOKEN', value: expect.stringContaining('…'), from: 'environment' },
    ]);
    expect(found.token?.text).toContain('accepted');
    expect(found.rights?.text).toContain('Northwind');
    expect(found.service?.facts).toMatchObject({ service: 'contract' });
    expect(found['rate-limit']?.facts).toMatchObject({
      limit: expect.any(Number),
      remaining: expect.any(Number),
    });
    for (const id of ['server', 'host:cursor:user']) {
      expect(found[id]?.facts).toMatchObject({
        server: `docs-platform-mcp ${manifest.version}`,
        initializeMs: expect.any(Number),
        listMs: expect.any(Number),
        call: { ms: expect.any(Number), isError: false },
      });
    }
  });

  it('prints for a person, with the embedded platform in a folder', async () => {
    const env = { HOME: home, PATH: '' };
    const args = ['doctor', '--data', join(home, 'platform')];
    const first = await runHere(args, env, { cwd: home });
    expect(first.stdout).toContain('created at the first start');
    const { code, stdout } = await runHere(args, env, { cwd: home });
    expect(code).toBe(0);
    expect(stdout).toContain('platform.sqlite is intact');
    expect(stdout).toContain('no host has this server');
    expect(stdout).toContain('Nothing is broken.');
    expect(stdout).not.toContain('\u001b[');
  });

  it('reports with --online a newer version', async () => {
    await npmSays('999.0.1');
    const found = await diagnosis(UNUSABLE, { online: true });
    expect(found.version?.status).toBe('warning');
  });

  it('checks the server of a team', async () => {
    const server = await linkedHttp([], { DOCS_PLATFORM_URL: platform.url });
    try {
      const good = await doctor(['--url', server.url], service, runHere);
      expect(statuses(good.found)).toEqual({
        node: 'ok',
        version: 'ok',
        address: 'ok',
        server: 'ok',
      });
      expect(good.found.server?.facts).toMatchObject({ protocol: '2026-07-28' });
      const bad = await doctor(['--url', server.url], {}, runHere);
      expect(bad).toMatchObject({ code: 1, ok: false });
      expect(bad.first).toContain('DOCS_PLATFORM_TOKEN');
      const broken = Object.values(bad.found).find(({ status }) => status === 'broken');
      expect(bad.first).toBe(broken?.advice);
    } finally {
      await server.stop();
    }
  });
});

describe.runIf(isLongRun)('doctor, with a proxy', () => {
  it("reaches a team's server through the proxy, as the server reaches its platform", async () => {
    const authority = await makeAuthority();
    const { cert, key } = await makeCertificate('docs', authority, 'docs.test');
    await Promise.all([
      write('ca.pem', authority.cert),
      write('cert.pem', cert),
      write('key.pem', key),
    ]);
    const [certFile, keyFile] = [join(home, 'cert.pem'), join(home, 'key.pem')];
    const tls = ['--tls-cert', certFile, '--tls-key', keyFile, '--allow-host', 'docs.test'];
    const server = await serveHttp(tls, { DOCS_PLATFORM_URL: platform.url });
    const proxy = await connectProxy(Number(new URL(server.url).port));
    const env = {
      ...service,
      HTTPS_PROXY: proxy.url,
      NODE_EXTRA_CA_CERTS: join(home, 'ca.pem'),
    };
    try {
      const { found, ok } = await doctor(['--url', 'https://docs.test/mcp'], env);
      expect(found.address?.text).toContain('https://docs.test through the proxy 127.0.0.1');
      expect(found.server).toMatchObject({ status: 'ok', facts: { protocol: '2026-07-28' } });
      expect(ok).toBe(true);
      expect(proxy.asked).toContain('docs.test:443');
      const without = await doctor(['--url', 'https://docs.test/mcp'], {
        ...env,
        NO_PROXY: '.test',
      });
      expect(without.found.address?.text).toContain('docs.test has no address');
    } finally {
      await server.stop();
    }
  });
});

describe('doctor, on a broken setup', () => {
  const expectBroken = async (
    id: string,
    text: string,
    advice: string,
    env: Record<string, string>,
  ) => {
    const found = await diagnosis(env);
    const [first] = Object.values(found).filter(({ status }) => status === 'broken');
    expect(first).toMatchObject({ id, text: expect.stringContaining(text) });
    expect(first?.advice).toContain(advice);
    return found;
  };

  it('a variable that cannot be used', async () => {
    const env = { DOCS_PLATFORM_URL: 'ftp://x', DOCS_PLATFORM_TOKEN: 'gb_api_secret' };
    const found = await expectBroken('configuration', 'DOCS_PLATFORM_URL', 'Set it', env);
    expect(found.server?.status).toBe('skipped');
  });

  it('an address where nothing listens', async () => {
    const gone = await startUpstream();
    await gone.close();
    const env = { ...service, DOCS_PLATFORM_URL: gone.url };
    const found = await expectBroken('address', 'ECONNREFUSED', 'Nothing listens', env);
    expect(found.token).toBeUndefined();
  });

  it('a name that does not resolve', async () => {
    const env = { ...service, DOCS_PLATFORM_URL: 'https://docs.invalid' };
    await expectBroken('address', 'docs.invalid has no address', 'Check the name', env);
  });

  it('a certificate that Node does not know', async () => {
    const { key, cert } = await makeCertificate('docs', await makeAuthority());
    const server = createTlsServer({ key, cert }, (_, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const env = { ...service, DOCS_PLATFORM_URL: `https://localhost:${port}` };
    await expectBroken('address', 'could not be reached', 'NODE_EXTRA_CA_CERTS', env);
    server.close();
  });

  it('a token that is refused', async () => {
    const env = { ...service, DOCS_PLATFORM_TOKEN: 'gb_api_of_somebody_else' };
    const found = await expectBroken('token', 'status 401', 'Make a new token', env);
    expect(found.rights?.status).toBe('skipped');
  });

  it.each([
    ['another API', json(404, { error: { code: 404, message: 'Not here' } })],
    ['a page for people', page(200, { 'content-type': 'text/html' })],
    ['a sign-in', page(302, { location: 'https://sso.example.com' })],
  ])('an address that is not the API but %s', async (_, answer) => {
    const upstream = await startUpstream();
    upstream.answer(answer);
    const env = { ...service, DOCS_PLATFORM_URL: upstream.url };
    await expectBroken('token', 'could not be tried', 'is not the API', env);
    await upstream.close();
  });

  it('a damaged database', async () => {
    await write('data/platform.sqlite', 'this was a database once '.repeat(200));
    const env = { DOCS_PLATFORM_DATA: join(home, 'data') };
    await expectBroken('database', 'not a database', 'Put a backup', env);
  });

  it('an entry that does not start, and a file that no host can read', async () => {
    const entry = { command: join(home, 'gone/node'), args: [CLI] };
    await write('.cursor/mcp.json', JSON.stringify({ mcpServers: { 'docs-platform': entry } }));
    await write('.codex/config.toml', 'model = = 1');
    const found = await diagnosis(UNUSABLE);
    expect(found['host:cursor:user']).toMatchObject({
      status: 'broken',
      text: expect.stringContaining('does not start'),
      advice: expect.stringContaining('setup --host cursor'),
    });
    expect(found['host:codex:user']).toMatchObject({
      status: 'broken',
      text: expect.stringContaining('not valid TOML'),
    });
  });

  it('names the variable that an entry lacks', async () => {
    const reference = `\${DOCS_PLATFORM_TOKEN}`;
    const form = { command: 'node', args: [CLI], env: { DOCS_PLATFORM_TOKEN: reference } };
    await write('.claude.json', JSON.stringify({ mcpServers: { docs: form } }));
    const found = await diagnosis(UNUSABLE);
    expect(found['host:claude-code:user']).toMatchObject({
      status: 'warning',
      text: expect.stringContaining('needs DOCS_PLATFORM_TOKEN'),
    });
  });

  itOnce("starts only this program from a project's file, and sends it no token", async () => {
    const marker = join(home, 'ran');
    const entries = {
      'docs-platform': { command: 'touch', args: [marker] },
      docs: { command: 'node', args: [CLI], env: { NODE_OPTIONS: `--require ${marker}` } },
    };
    await write('project/.mcp.json', JSON.stringify({ mcpServers: entries }));
    const upstream = await startUpstream();
    const reference = `Bearer \${DOCS_PLATFORM_TOKEN}`;
    await write(
      'project/.cursor/mcp.json',
      JSON.stringify({
        mcpServers: {
          'docs-platform': { url: `${upstream.url}/mcp`, headers: { Authorization: reference } },
        },
      }),
    );
    const { stdout } = await runHere(
      ['doctor', '--json'],
      { HOME: home, PATH: '/usr/bin:/bin', ...service, ...UNUSABLE },
      { cwd: join(home, 'project') },
    );
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    const tried = findings.filter(({ id }) => id.startsWith('host:'));
    expect(tried).toHaveLength(3);
    for (const { text } of tried) expect(text).toContain('not tried');
    await expect(rm(marker)).rejects.toThrow('ENOENT');
    expect(upstream.received).toEqual([]);
    await upstream.close();
  });
});
