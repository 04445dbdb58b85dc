import type { Bot } from '../shared/bot.ts';
import { unmarked } from '../shared/text.ts';

export interface Reply {
  body: { markdown?: string };
}

/** An open thread of a space, or of a change request in it. */
export interface Thread extends Reply {
  id: string;
  replies: number;
  reactions?: { emoji: string }[];
  /** The tools for it, and the arguments that locate it. */
  kind: 'space' | 'change_request';
  place: { spaceId: string; changeRequestId?: string };
  /** The replies, without the server's marks. */
  said: string[];
}

/** Every thread that waits for a response, in the space and in its open change requests, the oldest first. */
export async function openThreads(bot: Bot, spaceId: string): Promise<Thread[]> {
  const threads = await threadsAt(bot, 'space', { spaceId });
  for (const status of ['draft', 'open']) {
    const requests = await bot.list<{ id: string }>('list_change_requests', { spaceId, status });
    for (const { id } of requests) {
      threads.push(...(await threadsAt(bot, 'change_request', { spaceId, changeRequestId: id })));
    }
  }
  return threads;
}

async function threadsAt(
  bot: Bot,
  kind: Thread['kind'],
  place: Thread['place'],
): Promise<Thread[]> {
  const format = 'markdown';
  const fields = ['id', 'body', 'replies', 'reactions'];
  const filter = { ...place, format, fields, status: 'open', order: 'asc' };
  const comments = await bot.list<Omit<Thread, 'kind' | 'place' | 'said'>>(
    `list_${kind}_comments`,
    filter,
  );
  const threads: Thread[] = [];
  for (const comment of comments) {
    const where = { ...place, commentId: comment.id, format };
    const replies =
      comment.replies > 0 ? await bot.list<Reply>(`list_${kind}_comment_replies`, where) : [];
    threads.push({ ...comment, kind, place, said: replies.map(textOf) });
  }
  return threads;
}

/** The text of a comment or a reply. */
export function textOf({ body }: Reply): string {
  return unmarked(body.markdown ?? '');
}
