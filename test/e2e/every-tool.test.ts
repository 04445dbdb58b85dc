import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import Driver from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningPlatform, startPlatform } from '../../src/platform/index.ts';
import { createRepository, type Repository } from '../platform/git/repository.ts';
import { type LocalServer, serve } from '../platform/local-server.ts';
import { generations, type McpConnection } from '../support/clients.ts';
import { type Listed, mistakesOf } from './every-tool/mistakes.ts';
import { GIT_SPACE, type Known, SEEDED, type Step, scenario } from './every-tool/scenario.ts';

const [, modern] = generations;

let folder: string;
let platform: RunningPlatform;
let website: LocalServer;
let repository: Repository;
let tools: ReadonlyMap<string, Listed>;
let steps: readonly Step[];
let admin: McpConnection;
let reader: McpConnection;
/** A second look at the platform's database, which knows of every change that the platform makes. */
let database: Driver.Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
  platform = await startPlatform({ data: folder, allowPrivateAddresses: true });
  website = await serve((_, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Imported</h1><p>Text.</p>');
  });
  repository = await createRepository();
  await repository.commit({ 'README.md': '# Start\n\nText.\n' });
  steps = scenario({ page: website.url, repository: repository.url });
  [admin, reader] = (await Promise.all(['admin', 'reader'].map(connectAs))) as [
    McpConnection,
    McpConnection,
  ];
  const { tools: listed } = await admin.client.listTools();
  tools = new Map(listed.map((tool) => [tool.name, tool as Listed]));
  database = new Driver(join(folder, 'platform.sqlite'));
});

afterAll(async () => {
  database.close();
  await Promise.all([admin.close(), reader.close()]);
  await platform.close();
  website.close();
  await repository.remove();
  await rm(folder, { recursive: true, force: true });
});

function connectAs(role: string): Promise<McpConnection> {
  const env = { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: `demo-${role}-token` };
  const args = ['serve', '--toolsets', 'all', '--confirm', 'never', '--api', 'contract'];
  return (modern as (typeof generations)[number]).stdio({ args, env });
}

/** Changes whenever another connection has changed the database. */
function stateOfPlatform(): unknown {
  const row = database.prepare('PRAGMA data_version').get([]) as { data_version: number };
  return row.data_version;
}

/** The arguments of a step: the ids that its tool demands, and what the step gives besides. */
function argumentsOf({ tool, args }: Step, known: Known): Record<string, unknown> {
  const { required = [] } = tools.get(tool)?.inputSchema ?? {};
  const ids = required.filter((name) => name in known).map((name) => [name, known[name]]);
  return { ...Object.fromEntries(ids), ...args?.(known) };
}

const TAKES_AWAY = /^(delete|remove)_/;

/** The section is as it is to be, so there is nothing to write. */
const SENDS_NOTHING = ['edit_section'];

describe('every tool, against the embedded platform', () => {
  const known: Known = { ...SEEDED };
  const valid: { step: Step; args: Record<string, unknown> }[] = [];

  it('has a valid call in the scenario', () => {
    const called = new Set(steps.map(({ tool }) => tool));
    expect([...tools.keys()].filter((name) => !called.has(name))).toEqual([]);
    expect(tools.size).toBe(139);
  });

  it('answers a valid call as its output schema says', async () => {
    const ajv = new Ajv({ strict: false });
    for (const step of steps) {
      const args = argumentsOf(step, known);
      const { structuredContent, isError, content } = await admin.call(step.tool, args);
      expect(isError, `${step.tool} ${JSON.stringify(args)}: ${content[0]?.text}`).toBeFalsy();
      const validate = ajv.compile(tools.get(step.tool)?.outputSchema ?? {});
      expect(validate(structuredContent), `${step.tool}: ${ajv.errorsText(validate.errors)}`).toBe(
        true,
      );
      Object.assign(known, step.learn?.(structuredContent ?? {}));
      valid.push({ step, args });
    }
    for (const spaceId of [SEEDED.spaceId, GIT_SPACE]) {
      const status = async () => (await admin.facts('get_git_info', { spaceId })).lastOperation;
      await expect.poll(status, { timeout: 20_000 }).toMatchObject({ status: 'complete' });
    }
  }, 120_000);

  it('refuses every mistake, says which, and changes nothing', async () => {
    const before = stateOfPlatform();
    for (const { step, args } of valid) {
      for (const mistake of mistakesOf(tools.get(step.tool) as Listed, args)) {
        const { isError, content } = await admin.call(step.tool, mistake.args);
        const text = content[0]?.text ?? '';
        const label = `${step.tool} ${mistake.what} ${JSON.stringify(mistake.args).slice(0, 200)}: ${text}`;
        if (mistake.absent && TAKES_AWAY.test(step.tool)) continue;
        expect(isError, label).toBe(true);
        expect(text, label).toContain(mistake.names);
        expect(text, label).not.toMatch(/demo-admin-token|\n\s+at /);
      }
    }
    expect(stateOfPlatform()).toEqual(before);
  }, 120_000);

  it('lets no reader write', async () => {
    const before = stateOfPlatform();
    for (const { step, args } of valid) {
      const { annotations } = tools.get(step.tool) as Listed;
      if (annotations.readOnlyHint || SENDS_NOTHING.includes(step.tool)) continue;
      const { isError, content } = await reader.call(step.tool, args);
      expect(isError, `${step.tool}: ${content[0]?.text}`).toBe(true);
    }
    expect(stateOfPlatform()).toEqual(before);
  }, 120_000);
});
