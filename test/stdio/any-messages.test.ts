import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/long-run.ts';
import { CLIENT, initialize, useBothWays } from './both-ways.ts';

const both = useBothWays();

describe('handshakes with a single mistake', () => {
  const icon = {
    src: 'https://a.example/i.png',
    mimeType: 'image/png',
    sizes: ['any'],
    theme: 'dark',
  };

  test.each<[string, unknown]>([
    ['capabilities', null],
    ['roots', { roots: [] }],
    ['listChanged', { roots: { listChanged: 1 } }],
    ['sampling', { sampling: true }],
    ['tools', { sampling: { tools: true } }],
    ['elicitation', { elicitation: true }],
    ['form', { elicitation: { form: true } }],
    ['applyDefaults', { elicitation: { form: { applyDefaults: 1 } } }],
    ['url', { elicitation: { url: [] } }],
    ['experimental', { experimental: { feature: true } }],
    ['extensions', { extensions: { feature: [] } }],
    ['tasks', { tasks: { list: true } }],
    ['requests', { tasks: { requests: { sampling: { createMessage: 1 } } } }],
  ])('in %s', async (_, capabilities) => {
    const answered = await both.ask(initialize(capabilities));
    expect(answered).toContain('"code":-32602,"message":"Invalid params for initialize: ');
  });

  test.each<[string, object]>([
    ['protocolVersion', { protocolVersion: 7 }],
    ['clientInfo', { clientInfo: 'test' }],
    ['name', { clientInfo: { ...CLIENT, name: 7 } }],
    ['version', { clientInfo: { name: 'test' } }],
    ['title', { clientInfo: { ...CLIENT, title: 7 } }],
    ['websiteUrl', { clientInfo: { ...CLIENT, websiteUrl: null } }],
    ['description', { clientInfo: { ...CLIENT, description: [] } }],
    ['icons', { clientInfo: { ...CLIENT, icons: icon } }],
    ['src', { clientInfo: { ...CLIENT, icons: [{ ...icon, src: 7 }] } }],
    ['mimeType', { clientInfo: { ...CLIENT, icons: [icon, { ...icon, mimeType: 7 }] } }],
    ['sizes', { clientInfo: { ...CLIENT, icons: [{ ...icon, sizes: [7] }] } }],
    ['theme', { clientInfo: { ...CLIENT, icons: [{ ...icon, theme: 'blue' }] } }],
  ])('in %s', async (_, more) => {
    const answered = await both.ask(initialize({}, more));
    expect(answered).toContain('"error"');
  });
});

test('handshakes of all kinds get the same answer on both paths', async () => {
  const junk = fc.constantFrom<unknown>(null, 7, '', 'text', true, [], [{}], { a: 1 }, { a: {} });
  const mostly = (valid: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 40, arbitrary: valid }, { weight: 1, arbitrary: junk });
  const some = (fields: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []) => {
    const members: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, mostly(field)]),
    );
    return mostly(fc.record(members, { requiredKeys }));
  };
  const empty = fc.constant({});
  const capabilities = some({
    experimental: some({ feature: empty }),
    extensions: some({ feature: empty }),
    sampling: some({ tools: empty, context: empty }),
    elicitation: some({ form: some({ applyDefaults: fc.boolean() }), url: empty }),
    roots: some({ listChanged: fc.boolean() }),
    tasks: some({ list: empty, requests: some({ sampling: some({ createMessage: empty }) }) }),
    unknown: junk,
  });
  const text = fc.string();
  const theme = fc.constantFrom('light', 'dark', 'blue');
  const icon = some({ src: text, mimeType: text, sizes: fc.array(mostly(text)), theme }, ['src']);
  const about = { title: text, websiteUrl: text, description: text, unknown: junk };
  const clientInfo = some({ name: text, version: text, icons: fc.array(icon), ...about }, [
    'name',
    'version',
  ]);
  const protocolVersion = mostly(
    fc.constantFrom('2025-11-25', '2025-06-18', '2024-11-05', '1999-01-01'),
  );
  const ways = { direct: 0, sdk: 0 };
  await fc.assert(
    fc.asyncProperty(capabilities, protocolVersion, clientInfo, async (can, revision, info) => {
      await both.close();
      both.open();
      await both.ask(initialize(can, { protocolVersion: revision, clientInfo: info }));
      ways[both.direct.usesSdk() ? 'sdk' : 'direct'] += 1;
      await both.ask({ jsonrpc: '2.0', id: 5, method: 'resources/templates/list' });
    }),
    { numRuns: runs(250) },
  );
  expect(ways.direct).toBeGreaterThan(10);
  expect(ways.sdk).toBeGreaterThan(10);
});

test('requests of all kinds get the same answer on both paths', async () => {
  await both.begin();
  const names = both.connection.dependencies.surface.definitions.map(({ name }) => name);
  const args = fc.oneof(
    fc.dictionary(fc.constantFrom('spaceId', 'pageId', 'organizationId', 'limit'), fc.jsonValue()),
    fc.jsonValue(),
  );
  const request = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.oneof(fc.string(), fc.integer()),
    method: fc.constantFrom('tools/call', 'tools/call', 'tools/call', 'tools/list', 'ping'),
    params: fc.record(
      {
        name: fc.oneof(fc.constantFrom(...names), fc.string()),
        arguments: args,
        _meta: fc.record(
          {
            progressToken: fc.oneof(fc.string(), fc.integer()),
            traceparent: fc.jsonValue(),
            other: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
  });
  await fc.assert(
    fc.asyncProperty(request, async (given) => void (await both.ask(given))),
    { numRuns: runs(300) },
  );
});
