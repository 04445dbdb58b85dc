import { type Arguments, operationOf, send } from '../operations/index.ts';
import { restoreHidden, sanitizeText, stripFence } from '../text/index.ts';
import type { CallContext } from './tool.ts';

interface Change {
  operation: string;
  page?: string;
  document?: { markdown?: string };
}

/** The texts of a write without the fences they were read in. */
export function withoutFences<T>(value: T): T {
  return strip(value) as T;
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'markdown' && typeof member === 'string' ? stripFence(member) : strip(member),
    ]),
  );
}

/**
 * The changes of a content edit as they have to be sent so that what was read and written back unchanged stays
 * unchanged: hidden parts are put back, the title that reading puts first is taken off, and the tags of
 * integration blocks stand on one line.
 */
export async function prepareEdit(args: Arguments, context: CallContext): Promise<Arguments> {
  const changes = await Promise.all(
    (args.changes as Change[]).map((change) => prepareChange(change, args, context)),
  );
  return { ...args, changes };
}

async function prepareChange(
  change: Change,
  args: Arguments,
  context: CallContext,
): Promise<Change> {
  const { operation, page, document } = change;
  const { markdown } = document ?? {};
  if (markdown === undefined) return change;
  if (operation !== 'update_page')
    return { ...change, document: { markdown: oneLineTags(markdown) } };
  const { spaceId, changeRequestId } = args;
  const where = { spaceId, changeRequestId, pageId: page, format: 'markdown' };
  const current = (await send(operationOf('get_change_request_page'), where, context)) as {
    markdown?: string;
  };
  const original = current.markdown ?? '';
  const restored = restoreHidden({ original, sanitized: sanitizeText(original), edited: markdown });
  return { ...change, document: { markdown: oneLineTags(withoutTitle(restored, original)) } };
}

/** Takes the leading heading off that reading the page put there; another heading is the writer's own. */
function withoutTitle(markdown: string, original: string): string {
  const [title = ''] = original.split('\n', 1);
  const first = markdown.trimStart();
  if (!title.startsWith('# ') || !(first === title || first.startsWith(`${title}\n`)))
    return markdown;
  return first.slice(title.length).replace(/^\n+/, '');
}

const TAG = /\{%(?:[^%]|%(?!\}))*%\}/g;

function oneLineTags(markdown: string): string {
  return markdown.replace(TAG, (tag) => tag.replaceAll(/\s*\n\s*/g, ' '));
}
