import { expect, it, onTestFinished } from 'vitest';
import { generations } from '../support/clients.ts';
import { startScripted } from '../support/scripted-server.ts';

/** Later clients subscribe by listening. */
const [legacy] = generations;

it.each([
  ['get_current_revision', 'docs://spaces/s1/pages', '/v1/spaces/s1/content'],
  ['list_change_requests', 'docs://spaces/s1/change-requests/cr1', '/v1/spaces/s1/change-requests'],
  ['get_openapi_spec', 'docs://orgs/o1/openapi/x/versions/latest', '/v1/orgs/o1/openapi/x'],
])('without %s, nothing is subscribed to that it would poll: %s', async (excluded, uri, path) => {
  const args = ['--toolsets', 'all', '--exclude-tools', excluded];
  const server = await startScripted(legacy, { args, reads: {} });
  onTestFinished(() => server.close());
  await expect(server.client.subscribeResource({ uri })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining(`does not offer ${excluded}`),
  });
  expect(server.requests().map((request) => request.split('?')[0])).not.toContain(`GET ${path}`);
});
