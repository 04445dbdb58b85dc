import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mainJob } from '../../examples/main-job.ts';
import { type McpConnection, spawningClient } from '../support/clients.ts';
import { type RunningServe, serveHttp } from '../support/program.ts';

const STEPS = 11;
const WRONG = 'gives up on a message after 5 delivery attempts.';
const RIGHT = 'gives up on a message after 8 delivery attempts.';
const QUESTION = 'After how many delivery attempts does Northwind Queue give up on a message?';

async function steps(connection: McpConnection): Promise<string[]> {
  const tools: string[] = [];
  for await (const { tool } of mainJob(connection.facts)) tools.push(tool);
  return tools;
}

async function ask(connection: McpConnection): Promise<string> {
  const { items } = await connection.facts('list_organizations');
  const [{ id: organizationId }] = items as [{ id: string }];
  return JSON.stringify(
    await connection.facts('ask_organization', { organizationId, query: QUESTION }),
  );
}

describe.each(spawningClient('2025'))('the main job with $name', (generation) => {
  it('runs over stdio', async () => {
    const connection = await generation.stdio();
    expect(await ask(connection)).toContain(WRONG);
    expect(await steps(connection)).toHaveLength(STEPS);
    await connection.close();
  });

  it('runs over HTTP for a caller with the rights, and not for one without', async () => {
    const server = await serveHttp();
    const editor = await generation.http(server.url, 'demo-editor-token');
    const reader = await generation.http(server.url, 'demo-reader-token');

    const refused = await reader.call('create_change_request', { spaceId: 'spaceDevGuide0000001' });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain('(403)');

    const [done, hidden] = await Promise.all([
      steps(editor),
      reader.call('list_pages', { spaceId: 'spaceRoadmap00000001' }),
    ]);
    expect(done).toHaveLength(STEPS);
    expect(hidden.content[0]?.text).toContain('(404)');
    expect(await ask(reader)).toContain(RIGHT);

    await Promise.all([editor.close(), reader.close()]);
    await server.stop();
  });
});

describe.each(spawningClient('2026'))('the change of the main job with $name', (generation) => {
  it('survives when the server is killed', async () => {
    const data = await mkdtemp(join(tmpdir(), 'docs-platform-'));
    const killed: RunningServe = await serveHttp(['--data', data]);
    const before = await generation.http(killed.url, 'demo-admin-token');
    await steps(before);
    killed.child.kill('SIGKILL');

    const connection = await generation.stdio({ args: ['--data', data] });
    const answer = await ask(connection);
    expect(answer).toContain(RIGHT);
    expect(answer).not.toContain(WRONG);
    await connection.close();
    await rm(data, { recursive: true, force: true });
  });
});
