import { describe, expect, it } from 'vitest';
import type { Finished } from '../support/program.ts';
import { BOTS, type BotName, runBot } from './bots.ts';

const run = (name: BotName, args: string[], env?: Record<string, string>): Promise<Finished> =>
  runBot(name, undefined, args, env);

describe('the command line of a bot', () => {
  it('says what is missing, and shows its usage', async () => {
    const { code, stderr } = await run('api-sync', ['--space', 's1']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^No organization is set: pass --organization or set DOCS_ORGANIZATION\.\n/,
    );
    expect(stderr).toContain('npx tsx examples/api-sync/main.ts');
  });

  it('refuses a flag that it does not know', async () => {
    const { code, stderr } = await run('link-keeper', ['--spaces', 's1']);
    expect(code).toBe(2);
    expect(stderr).toContain("'--spaces'");
  });

  it('accepts variables in place of flags, and fails with the message of the server', async () => {
    const env = { DOCS_SPACE: 'spaceNowhere' };
    const { code, stderr } = await run('link-keeper', [], env);
    expect(code).toBe(1);
    expect(stderr).toContain('there is no space "spaceNowhere"');
    expect(stderr).not.toContain('    at ');
  });

  it('reports what is wrong with the server', async () => {
    const flags = BOTS['link-keeper'];
    const dead = { DOCS_PLATFORM_URL: 'http://127.0.0.1:9', DOCS_PLATFORM_TOKEN: 'secret' };
    const { code, stderr } = await run('link-keeper', flags, dead);
    expect(code).toBe(1);
    expect(stderr).toContain('no answer from the platform');
    const nobody = { DOCS_MCP_URL: 'http://127.0.0.1:9/mcp' };
    const tokenless = await run('link-keeper', flags, nobody);
    expect(tokenless).toMatchObject({
      code: 1,
      stderr: 'DOCS_MCP_URL is set but DOCS_PLATFORM_TOKEN is not: set it too\n',
    });
    const known = { ...nobody, DOCS_PLATFORM_TOKEN: 'secret' };
    const unreachable = await run('link-keeper', flags, known);
    expect(unreachable).toMatchObject({ code: 1, stderr: expect.stringContaining('127.0.0.1:9') });
  });

  it('works without an account', async () => {
    const { code, stdout } = await runBot('triage', undefined, BOTS.triage, {}, 'source');
    expect(code).toBe(0);
    expect(stdout).toContain('4 changes made, 0 items left to people');
  });

  it('prints its help', async () => {
    const { code, stdout } = await run('triage', ['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/--site .*DOCS_SITE_URL/);
  });
});
