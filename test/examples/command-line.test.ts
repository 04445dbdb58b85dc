import { describe, expect, it } from 'vitest';
import { BOTS, runBot } from './bots.ts';

describe('the command line of a bot', () => {
  it('says what is missing, and shows its usage', async () => {
    const { code, stderr } = await runBot('api-sync', undefined, ['--space', 's1']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Say which organization: --organization, or DOCS_ORGANIZATION\.\n/);
    expect(stderr).toContain('npx tsx examples/api-sync/main.ts');
  });

  it('refuses a flag that it does not know', async () => {
    const { code, stderr } = await runBot('link-keeper', undefined, ['--spaces', 's1']);
    expect(code).toBe(2);
    expect(stderr).toContain("'--spaces'");
  });

  it('accepts variables in place of flags, and fails with the message of the server', async () => {
    const env = { DOCS_SPACE: 'spaceNowhere' };
    const { code, stderr } = await runBot('link-keeper', undefined, [], env);
    expect(code).toBe(1);
    expect(stderr).toContain('there is no space "spaceNowhere"');
    expect(stderr).not.toContain('    at ');
  });

  it('reports what is wrong with the server', async () => {
    const dead = { url: 'http://127.0.0.1:9' };
    const { code, stderr } = await runBot('link-keeper', dead);
    expect(code).toBe(1);
    expect(stderr).toContain('no answer from the platform');
    const nobody = { DOCS_MCP_URL: 'http://127.0.0.1:9/mcp' };
    const tokenless = await runBot('link-keeper', undefined, BOTS['link-keeper'], nobody);
    expect(tokenless).toMatchObject({
      code: 1,
      stderr: 'DOCS_MCP_URL is set but DOCS_PLATFORM_TOKEN is not: set it too\n',
    });
    const known = { ...nobody, DOCS_PLATFORM_TOKEN: 'secret' };
    const unreachable = await runBot('link-keeper', undefined, BOTS['link-keeper'], known);
    expect(unreachable).toMatchObject({ code: 1, stderr: expect.stringContaining('127.0.0.1:9') });
  });

  it('works without an account', async () => {
    const { code, stdout } = await runBot('triage', undefined);
    expect(code).toBe(0);
    expect(stdout).toContain('4 changes made, 0 things left to people');
  });

  it('prints its help', async () => {
    const { code, stdout } = await runBot('triage', undefined, ['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/--site .*DOCS_SITE_URL/);
  });
});
