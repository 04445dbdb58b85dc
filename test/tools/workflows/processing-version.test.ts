import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { eventually } from '../../support/eventually.ts';

const [generation] = linkedClient('2025');

let connection: McpConnection;

beforeAll(async () => {
  connection = await generation.stdio({
    args: ['--toolsets', 'all', '--profile', 'current', '--confirm', 'never'],
  });
});
afterAll(() => connection.close());

it('says that a version is still being processed', async () => {
  const specification = { organizationId: 'Northwind', specSlug: 'large' };
  const paths = Array.from({ length: 5_000 }, (_, at) => [
    `/areas/${at}`,
    { get: { responses: { 200: { description: 'OK' } } } },
  ]);
  const text = JSON.stringify({
    ...{ openapi: '3.1.0', info: { title: 'Large', version: '1' } },
    paths: Object.fromEntries(paths),
  });
  await connection.facts('set_openapi_spec', { ...specification, source: { text } });
  const compare = async () => {
    const { content } = await connection.call('compare_openapi_versions', specification);
    return content[0]?.text;
  };
  expect(await compare()).toContain('still being processed');
  await eventually(async () => expect(await compare()).toContain('only one version'));
});
