import { expect, test } from 'vitest';
import { ask, clientOf, serve } from './support.ts';

/** A client of a platform that sends these bodies, one after the other, and the last one from then on. */
async function clientFor(...bodies: string[]) {
  const server = await serve((response, _, count) => {
    const body = bodies[Math.min(count, bodies.length) - 1];
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const client = clientOf(server.url);
  const read = async () => (await client.request(...ask())).data;
  return { client, server, read };
}

test('an equal body is the same frozen object, and each call still sends a request', async () => {
  const { server, read } = await clientFor('{"items":[{"title":"One"}]}');
  expect(Object.isFrozen(await read())).toBe(false);
  const second = (await read()) as { items: { title: string }[] };
  expect(second).toEqual({ items: [{ title: 'One' }] });
  expect(await read()).toBe(second);
  expect(() => second.items.push({ title: 'Two' })).toThrow(TypeError);
  expect(() => Object.assign(second.items[0] ?? {}, { title: 'Two' })).toThrow(TypeError);
  expect(server.received).toHaveLength(3);
});

test('a body that differs in one byte is decoded again', async () => {
  const [one, two] = ['{"title":"One"}', '{"title":"Two"}'];
  const { read } = await clientFor(one, one, one, two, two, one);
  const read6 = [
    await read(),
    await read(),
    await read(),
    await read(),
    await read(),
    await read(),
  ];
  expect(read6.map((data) => JSON.stringify(data))).toEqual([one, one, one, two, two, one]);
});

test('callers with different answers to the same request each get their own', async () => {
  const server = await serve((response, { headers }) =>
    response.writeHead(200).end(JSON.stringify({ of: headers.authorization })),
  );
  const client = clientOf(server.url);
  for (const token of ['a', 'b', 'a', 'a', 'b', 'b', 'b', 'a']) {
    const { data } = await client.request(...ask({ token }));
    expect(data).toEqual({ of: `Bearer ${token}` });
  }
});

test('the answer to a write is not kept', async () => {
  const { client } = await clientFor('{"id":"one"}');
  const write = ask({ route: 'POST /v1/things', effect: 'create', body: {} });
  for (let call = 0; call < 3; call += 1) {
    expect(Object.isFrozen((await client.request(...write)).data)).toBe(false);
  }
});

test('a large body is not kept', async () => {
  const { read } = await clientFor(JSON.stringify({ text: 'x'.repeat(70_000) }));
  for (let call = 0; call < 3; call += 1) expect(Object.isFrozen(await read())).toBe(false);
});

test('a deeply nested body can be received again', async () => {
  const { read } = await clientFor(`${'['.repeat(1_000)}${']'.repeat(1_000)}`);
  await read();
  expect(await read()).toBe(await read());
});
