import { beforeEach, describe, expect, it } from 'vitest';
import { surfaceOf } from '../../src/tools/index.ts';
import { json, type Script, useUpstream } from '../support/upstream.ts';

const SITE = { organizationId: 'o1', siteId: 's1' };

const platform = useUpstream({ timing: { backoffMs: 1 } });

beforeEach(() => {
  platform.upstream.received.length = 0;
});

const surface = surfaceOf({ toolsets: ['all'], api: 'current' });
const call = (tool: string, args: object) =>
  surface.call(tool, args, { client: platform.client, token: 'secret-token' });

/** Fails the first request and answers the others. */
function failingOnce(answer: Script): Script {
  return (received, response) => {
    const busy = platform.upstream.received.length === 1;
    (busy ? json(503, { error: { code: 503, message: 'Busy' } }) : answer)(received, response);
  };
}

const stream: Script = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end('data: {"answer":{"text":"42"}}\n\nevent: done\ndata: {}\n\n');
};

describe('a read that is sent with POST', () => {
  it.each([
    ['ask_organization', { organizationId: 'o1', query: 'Why?' }, json(200, { answer: {} })],
    ['search_site', { ...SITE, query: 'limits' }, json(200, { items: [] })],
    ['aggregate_site_events', { ...SITE, range: 'last7Days' }, json(200, {})],
    ['ask_site', { ...SITE, question: 'Why?' }, stream],
  ])('is retried if the platform was busy: %s', async (tool, args, answer) => {
    platform.upstream.answer(failingOnce(answer));
    const result = await call(tool, args);
    expect(result).not.toHaveProperty('isError', true);
    expect(platform.upstream.received.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });
});

it('a write with POST is sent once', async () => {
  platform.upstream.answer(failingOnce(json(200, {})));
  const result = await call('create_change_request', { spaceId: 's1', subject: 'Limits' });
  expect(result).toHaveProperty('isError', true);
  expect(platform.upstream.received.map(({ method }) => method)).toEqual(['POST']);
});
