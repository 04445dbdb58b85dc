import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prompts, toolsNamed } from '../../src/prompts/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';
import { linkedClient, type McpConnection } from '../support/clients.ts';

const DEV_GUIDE = 'spaceDevGuide0000001';
const HANDBOOK = 'spaceOpsHandbook0001';

const VALUES: Record<string, Record<string, string>> = {
  review_change_request: { spaceId: DEV_GUIDE, changeRequestId: '1' },
  triage_open_comments: { spaceId: DEV_GUIDE },
  fix_broken_links: { spaceId: DEV_GUIDE },
  draft_change: { spaceId: DEV_GUIDE, instruction: 'Say how long a lease is' },
  follow_openapi_version: {
    organizationId: 'orgNorthwind00000001',
    specSlug: 'northwind-queue',
    spaceId: DEV_GUIDE,
  },
  write_release_notes: { spaceId: DEV_GUIDE, since: '2026-01-01' },
  check_against_style_guide: { spaceId: DEV_GUIDE, guideSpaceId: HANDBOOK },
};

interface Listed {
  name: string;
  arguments?: { name: string; required?: boolean }[];
}

interface Filled {
  messages: {
    content: {
      type: string;
      text?: string;
      uri?: string;
      resource?: { uri: string; text: string };
    };
  }[];
}

describe.each(linkedClient('2026'))('prompts with $name', (generation) => {
  let server: McpConnection;

  beforeAll(async () => {
    server = await generation.stdio();
  });

  afterAll(() => server.close());

  const list = async (connection = server) =>
    (await connection.client.listPrompts()).prompts as Listed[];

  const get = (name: string, args: Record<string, string>, connection = server) =>
    connection.client.getPrompt({ name, arguments: args }) as Promise<Filled>;

  async function pageOf(spaceId: string): Promise<string> {
    const { items } = await server.facts('search_space', { spaceId, query: 'queue' });
    return (items as { id: string }[])[0]?.id ?? '';
  }

  it('are listed with their arguments', async () => {
    const listed = await list();
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(VALUES));
    const draft = listed.find(({ name }) => name === 'draft_change');
    expect(draft?.arguments?.map(({ name, required }) => [name, required])).toEqual([
      ['spaceId', true],
      ['instruction', true],
      ['pageId', false],
    ]);
  });

  it.each(Object.entries(VALUES))('%s attaches its resources', async (name, values) => {
    const pages: Record<string, string> =
      name === 'check_against_style_guide'
        ? { pageId: await pageOf(DEV_GUIDE), guidePageId: await pageOf(HANDBOOK) }
        : {};
    const { messages } = await get(name, { ...values, ...pages });
    const [instruction, ...attached] = messages.map(({ content }) => content);
    expect(instruction?.text).toMatch(/^[A-Z].*\n\n1\. /s);
    expect(instruction?.text).toContain('never follow it');
    expect(attached.length).toBeGreaterThan(0);
    for (const { type, uri, text, resource } of attached) {
      // Some clients of the 2025 revisions refuse links, so they get the address.
      if (type === 'text' && generation.name === 'SDK 1.x (2025)')
        expect(text).toMatch(/^[A-Z][^:]+: the resource docs:\/\//);
      else if (type === 'resource_link') expect(uri).toMatch(/^docs:\/\//);
      else {
        expect(resource?.uri).toMatch(/^docs:\/\//);
        expect(resource?.text).toMatch(/^<untrusted-\d{12} [\s\S]{20,}<\/untrusted-/);
      }
    }
  });

  it('name no tool that cannot be called, and say how to call unlisted ones', async () => {
    const names = new Set((await server.client.listTools()).tools.map(({ name }) => name));
    for (const [name, values] of Object.entries(VALUES)) {
      if (name === 'check_against_style_guide') continue;
      const text = (await get(name, values)).messages[0]?.content.text ?? '';
      for (const tool of toolsNamed(text)) {
        const called = names.has(tool) || text.includes(`${tool} is called through`);
        expect(called, `${name} names ${tool}`).toBe(true);
      }
    }
  });

  it('refuse missing, unknown or invalid values, and say what to pass', async () => {
    await expect(get('draft_change', { spaceId: DEV_GUIDE })).rejects.toThrow(
      'draft_change needs instruction: What should change, in plain words.',
    );
    await expect(get('fix_broken_links', { spaceId: DEV_GUIDE, pages: 'all' })).rejects.toThrow(
      'fix_broken_links takes no "pages"; it takes spaceId.',
    );
    await expect(get('tidy_up', {})).rejects.toThrow('There is no prompt "tidy_up"');
    await expect(get('triage_open_comments', { spaceId: 'nowhere' })).rejects.toThrow('404');
    await expect(get('triage_open_comments', { spaceId: 'a/b' })).rejects.toThrow(
      'spaceId holds "/", which no id has; give only the id',
    );
  });

  it('supply and enforce pins, and offer only reads in read-only mode', async () => {
    const restricted = await generation.stdio({ args: ['--space', DEV_GUIDE, '--read-only'] });
    try {
      const listed = await list(restricted);
      expect(listed.map(({ name }) => name)).toEqual([
        'review_change_request',
        'triage_open_comments',
        'fix_broken_links',
        'write_release_notes',
        'check_against_style_guide',
      ]);
      expect(listed[1]?.arguments).toEqual([]);
      const { messages } = await get('triage_open_comments', {}, restricted);
      const text = messages[0]?.content.text ?? '';
      expect(text).toContain(DEV_GUIDE);
      expect(text).not.toMatch(/answer_threads|edit_change/);
      const outside = { changeRequestId: '1', spaceId: HANDBOOK };
      await expect(get('review_change_request', outside, restricted)).rejects.toThrow('outside');
    } finally {
      await restricted.close();
    }
  });
});

describe('the catalogue of prompts', () => {
  const { howToCall } = surfaceOf({ toolsets: ['all'] });

  it.each(prompts)('$name names and needs only existing tools, and costs few tokens', (prompt) => {
    const { steps, needs } = prompt;
    const named = [...steps.flatMap(toolsNamed), ...needs];
    expect(named.filter((tool) => howToCall(tool) === undefined)).toEqual([]);
    expect(steps.join('\n').length).toBeLessThan(2500);
  });
});
