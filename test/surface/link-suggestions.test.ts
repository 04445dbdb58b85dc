import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linksOf, textOf } from '../support/audited-links.ts';
import { linkedClient } from '../support/clients.ts';
import { type ScriptedServer, startScripted } from '../support/scripted-server.ts';

describe.each(linkedClient('2025'))('suggestions for broken links, with $name', (generation) => {
  const PATHS = [
    ['web', 'Overview', 'web-sdk/overview'],
    ['node', 'Overview', 'nodejs-sdk/overview'],
    ['api', 'Overview', 'api/overview'],
    ['websdk', 'Web SDK Reference', 'web-sdk'],
    ['nodesdk', 'NodeJS SDK Reference', 'nodejs-sdk'],
    ['frames', 'Acme Frames SDK', 'frames/acme-sdk'],
    ['paging', 'Paging', 'basics/paging-in-acme-sdk'],
    ['addons', 'Custom AddOns', 'addons/custom'],
    ['prices', 'What it costs', 'billing'],
  ];
  const TEXT = `# Start

[Acme](../../web-sdk/overview.md) [what is new](../guide/broken-reference/)
[Acme Web SDK](broken-reference) [Node SDK Reference](broken-reference)
[our tariffs](broken-reference) and [tariffs](billing.md), [our tariffs](billing.md)
![plan](.gitbook/assets/paging.gif) [Custom AddOns](#own-addons)
[twice](#example-4) [on and off](#enable-saved-rows)

## Example

## Enable or disable saved rows

## Saved rows
`;
  let server: ScriptedServer;

  beforeAll(async () => {
    const pages = [['start', 'Start', 'start'], ...PATHS].map(
      ([id = '', title = '', path = '']) => ({
        ...{ id, title, path, type: 'document' },
      }),
    );
    server = await startScripted(generation, {
      reads: {
        '/v1/spaces/docs': { id: 'docs', visibility: 'public' },
        '/v1/spaces/docs/content': { id: 'r1', pages },
        '/v1/spaces/docs/content/files': { items: [] },
        ...Object.fromEntries(
          pages.map(({ id, title }) => [
            `/v1/spaces/docs/content/page/${id}`,
            { id, markdown: id === 'start' ? TEXT : `# ${title}\n` },
          ]),
        ),
      },
    });
  });

  afterAll(() => server.close());

  it('names one page or anchor if path, text or other links identify it', async () => {
    const links = linksOf(await server.facts('audit_links', { spaceId: 'docs' }));
    const told = links.map((link) => [link.target, textOf(link), link.perhaps ?? link.anchors]);
    expect(told).toEqual([
      ['../../web-sdk/overview.md', 'Acme', ['web-sdk/overview']],
      ['../guide/broken-reference/', 'what is new', undefined],
      ['broken-reference', 'Acme Web SDK', ['web-sdk']],
      ['broken-reference', 'Node SDK Reference', ['nodejs-sdk']],
      ['broken-reference', 'our tariffs', ['billing']],
      ['.gitbook/assets/paging.gif', 'plan', undefined],
      ['#own-addons', 'Custom AddOns', ['addons/custom']],
      ['#example-4', 'twice', ['example']],
      ['#enable-saved-rows', 'on and off', ['enable-or-disable-saved-rows']],
    ]);
  });
});
