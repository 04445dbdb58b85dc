import { z } from 'zod';
import { type Arguments, type Operation, operationOf, send } from '../operations/index.ts';
import { restoreHidden, stripFences } from '../text/index.ts';
import type { CallContext } from './tool.ts';
import type { Change } from './workflows/open-change-request/changes.ts';
import { Steps } from './workflows/workflow.ts';

/** `operation` and `page`, which alone change nothing. */
const ESSENTIAL_FIELDS = 2;

/** A value of a write without the marks that its texts were read with. */
export function withoutFences<T>(value: T): T {
  return strip(value) as T;
}

function strip(value: unknown): unknown {
  if (typeof value === 'string') return stripFences(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(strip);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, strip(member)]));
}

/** The argument with which a caller takes it that links which lead to nothing are lost. */
export const allowPlainLinks = z
  .boolean()
  .optional()
  .meta({ description: 'send links that become plain text', onDemand: true });

/**
 * Sends a content edit so that what was read and written back unchanged stays unchanged: a text that says
 * nothing new is not sent, hidden parts are put back, the title that reading puts first is taken off, and the
 * tags of integration blocks stand on one line.
 * @throws {Refusal} for links that would be lost, before anything is sent.
 */
export async function sendEdit(edit: Operation, args: Arguments, context: CallContext) {
  const given = args.changes as Change[];
  const lost = args.allowPlainLinks === true ? [] : await linksLostIn(given, args, context);
  const prepared = await Promise.all(given.map((change) => prepareChange(change, args, context)));
  const changes = prepared.filter((change) => change !== undefined);
  if (changes.length === 0) {
    return { changes: [], note: 'Nothing was sent: the pages already say exactly this.' };
  }
  const answer = await send(edit, { ...args, changes }, context);
  const plainLinks = lost
    .filter(({ change }) => prepared[change]?.document !== undefined)
    .map(({ change, line, target }) => ({ change, line, target }));
  return plainLinks.length > 0 ? { ...(answer as object), plainLinks } : answer;
}

/** Links that led to nothing before and are lost now that their text is written anew. */
async function linksLostIn(given: Change[], args: Arguments, context: CallContext) {
  const { refuseLostLinks } = await import('./workflows/open-change-request/lost-links.ts');
  const place = { spaceId: String(args.spaceId), changeRequestId: String(args.changeRequestId) };
  return refuseLostLinks(place, given, new Steps(context));
}

/** The change as it has to be sent; undefined when it would change nothing. */
async function prepareChange(
  change: Change,
  args: Arguments,
  context: CallContext,
): Promise<Change | undefined> {
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
  const restored = restoreHidden({ original, edited: markdown });
  if (restored.trim() === original.trim()) return withoutDocument(change);
  return { ...change, document: { markdown: oneLineTags(withoutTitle(restored, original)) } };
}

/** What is left of a change whose text says nothing new. */
function withoutDocument({ document: _, ...rest }: Change): Change | undefined {
  return Object.keys(rest).length > ESSENTIAL_FIELDS ? rest : undefined;
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
