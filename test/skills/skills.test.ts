import { Client } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prompts } from '../../src/prompts/index.ts';
import { skillsWith } from '../../src/skills/index.ts';
import { startLinked } from '../support/linked.ts';

const NAMES = [
  'check-against-style-guide',
  'draft-change',
  'fix-broken-links',
  'follow-openapi-version',
  'review-change-request',
  'triage-open-comments',
  'write-release-notes',
];

async function connected(version: string, args: string[] = []): Promise<Client> {
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    version === '2026-07-28' ? { versionNegotiation: { mode: { pin: version } } } : {},
  );
  const { transport } = await startLinked(args, {});
  await client.connect(transport);
  return client;
}

describe.each(['2025-11-25', '2026-07-28'])('skills over MCP in %s', (version) => {
  let client: Client;
  let skills: SkillsClient;

  beforeAll(async () => {
    client = await connected(version);
    skills = new SkillsClient(client);
  });

  afterAll(() => client.close());

  it('are declared, and listed like the prompts', async () => {
    expect(client.getServerCapabilities()?.extensions).toEqual({
      'io.modelcontextprotocol/skills': {},
    });
    const { skills: entries } = await skills.list();
    expect(entries.map(({ frontmatter }) => frontmatter.name).sort()).toEqual(NAMES);
    const listed = await client.listPrompts();
    expect(listed.prompts.map(({ name }) => name.replaceAll('_', '-')).sort()).toEqual(NAMES);
  });

  it('are read and verified, each file against its digest', async () => {
    const { skills: entries } = await skills.list();
    for (const entry of entries) {
      const { frontmatter, body, verified } = await skills.read(entry);
      expect(verified).toBe(true);
      expect(entry.uri).toBe(`skill://${frontmatter?.name}/SKILL.md`);
      expect(body).toContain('## What to do');
    }
    const { skill } = await skills.get('skill://draft-change/SKILL.md');
    expect(skill.frontmatter.description).toContain('change request that is ready for review');
  });

  it('name the existing ones for an unknown URI', async () => {
    await expect(skills.get('skill://cook-dinner/SKILL.md')).rejects.toThrow('draft-change');
    await expect(client.readResource({ uri: 'skill://cook-dinner/SKILL.md' })).rejects.toThrow();
  });
});

it('offer a reader no skill that writes', async () => {
  const client = await connected('2026-07-28', ['--read-only']);
  const { skills } = await new SkillsClient(client).list();
  const names = skills.map(({ frontmatter }) => frontmatter.name);
  expect(names).toContain('review-change-request');
  expect(names).not.toContain('draft-change');
  await client.close();
});

it('has the steps of its prompt, with names for values and the tools that read its resources', () => {
  const [skill] = skillsWith(() => 'listed');
  expect(skills(skill?.text)).toEqual(prompts[0]?.steps);
  expect(skill?.text).toContain('- `{changeRequestId}`: Number or id of the change request.');
  expect(skill?.text).toContain('Review change request {changeRequestId} of space {spaceId}.\n');
  expect(skill?.text).toContain('`get_change_request`, or the resource');
});

/** The numbered steps of a skill. */
function skills(text = ''): string[] {
  return Array.from(text.matchAll(/^\d+\. (.*)$/gm), ([, step = '']) => step);
}
