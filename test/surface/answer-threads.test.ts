import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';

const spaceId = 'spaceDevGuide0000001';
const [generation] = linkedClient('2026');

interface Thread {
  id: string;
  changeRequest?: number;
  replies?: string[];
}

describe.each(shareOf(['contract', 'current']))('answer_threads on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--profile', profile] });
  });

  afterAll(() => connection.close());

  const openThreads = async () =>
    (await connection.facts('list_open_threads', { spaceId })).items as Thread[];

  it('replies, resolves and reopens in the space and in a change request that it finds by itself', async () => {
    const before = await openThreads();
    const ofSpace = before.find(({ changeRequest }) => changeRequest === undefined) as Thread;
    const ofRequest = before.find(({ changeRequest }) => changeRequest === 1) as Thread;
    const answered = await connection.facts('answer_threads', {
      spaceId,
      threads: [
        { commentId: ofSpace.id, reply: 'Done in *this* call.' },
        { commentId: ofRequest.id, reply: 'Agreed.', resolve: true },
      ],
    });
    expect(answered.items).toEqual([
      { id: ofSpace.id, outcome: 'replied' },
      { id: ofRequest.id, changeRequest: 1, outcome: 'replied and resolved' },
    ]);
    const after = await openThreads();
    expect(after.find(({ id }) => id === ofSpace.id)?.replies?.at(-1)).toContain(
      'Done in *this* call.',
    );
    expect(after.map(({ id }) => id)).not.toContain(ofRequest.id);
    const reopened = await connection.facts('answer_threads', {
      spaceId,
      threads: [{ commentId: ofRequest.id, changeRequest: 1, resolve: false }],
    });
    expect(reopened.items).toEqual([{ id: ofRequest.id, outcome: 'reopened' }]);
    expect((await openThreads()).map(({ id }) => id)).toContain(ofRequest.id);
  });

  it('leaves out of the list the tools that it replaces, and keeps them callable by name', async () => {
    const { tools } = await connection.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('post_space_comment_reply');
    const [thread] = (await openThreads()).filter((one) => one.changeRequest === undefined);
    const place = { spaceId, commentId: thread?.id };
    for (const [name, args] of [
      ['post_space_comment_reply', { body: { markdown: 'By its own name.' } }],
      ['resolve_space_comment', { resolved: true }],
      ['resolve_space_comment', { resolved: false }],
    ] as const) {
      expect(await connection.call(name, { ...place, ...args })).not.toMatchObject({
        isError: true,
      });
    }
  });

  it('continues after a thread that fails, and names it', async () => {
    const [thread] = await openThreads();
    const { isError, structuredContent } = await connection.call('answer_threads', {
      spaceId,
      threads: [
        { commentId: 'commentNowhere000001', reply: 'Lost?', resolve: true },
        { commentId: thread?.id, resolve: true },
      ],
    });
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      failed: `1 of 2 items failed. commentNowhere000001: not replied, not resolved: the space and its change requests have no such comment. Done, so not to be repeated: ${thread?.id} (resolved).`,
    });
  });

  it.each([
    [[{ commentId: 'c1' }], 'threads[0]: give reply, resolve or both'],
    [
      [
        { commentId: 'c1', reply: 'a' },
        { commentId: 'c1', resolve: true },
      ],
      'threads[1]: comment c1 occurs twice',
    ],
  ])('refuses %j', async (threads, problem) => {
    const { content } = await connection.call('answer_threads', { spaceId, threads });
    expect(content[0]?.text).toContain(problem);
  });
});
