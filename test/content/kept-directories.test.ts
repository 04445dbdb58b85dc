import { expect, it } from 'vitest';
import { directoryOf } from '../../src/content/index.ts';
import { json, useUpstream } from '../support/upstream.ts';

const used = useUpstream();

/** How many requests two readings of the directory send, and the title that the second one has. */
async function readTwice(title: string) {
  const { upstream, client } = used;
  upstream.answer((received, response) => {
    const isList = received.url.startsWith('/v1/orgs?');
    const answer = isList
      ? { items: [{ id: 'org1', title }] }
      : { version: '1', id: 'x', items: [] };
    json(200, answer)(received, response);
  });
  const caller = { client, token: title.slice(0, 10) };
  await directoryOf(caller);
  const sent = upstream.received.length;
  const { organizations } = await directoryOf(caller);
  return { again: upstream.received.length - sent, title: organizations[0]?.title };
}

it('a directory is kept', async () => {
  expect(await readTwice('Northwind')).toEqual({ again: 0, title: 'Northwind' });
});

it('a directory with megabytes of titles is not kept', async () => {
  const title = 'w'.repeat(9_000_000);
  const { again, title: seen } = await readTwice(title);
  expect(again).toBeGreaterThan(0);
  expect(seen).toHaveLength(9_000_000);
});
