import { z } from 'zod';
import { type ContentLocation, filesOf } from '../../content/index.ts';
import { type Arguments, type Operation, send } from '../../operations/index.ts';
import type { CallContext } from '../tool.ts';

const DEFAULT_LIMIT = 100;

/** The arguments of the tool besides those of the operation. */
export const fileFilter = {
  filter: z.string().min(1).max(200).optional().describe('a part of the name, in any case'),
};

/** Lists files as the platform does, or all of those whose name contains a text. */
export async function sendFileList(
  operation: Operation,
  { filter, ...args }: Arguments,
  context: CallContext,
): Promise<unknown> {
  if (typeof filter !== 'string') return send(operation, args, context);
  const { limit = DEFAULT_LIMIT, page: _, ...location } = args;
  const searched = filter.toLowerCase();
  const files = await filesOf(location as unknown as ContentLocation, context);
  const found = files.filter(({ name = '' }) => name.toLowerCase().includes(searched));
  const items = found.slice(0, Number(limit));
  return { items, count: found.length };
}
