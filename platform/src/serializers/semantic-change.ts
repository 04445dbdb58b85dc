import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../auth/context.ts';
import { findChangeRequest } from '../content/change-requests.ts';
import type { ComparedItem, Comparison, ItemChange } from '../content/comparison.ts';
import type { ContentState, File, Page, Revision } from '../content/model.ts';
import { pages } from '../content/tables.ts';
import { pagePathOf } from '../content/tree.ts';
import { chunksOf } from '../store/chunks.ts';
import { step } from '../workers/computed.ts';
import { changeRequestObject } from './change-request.ts';
import { present } from './context.ts';
import { fileObject } from './file.ts';

/** Pages whose changes are listed before others may get a turn. */
const PAGES_A_STEP = 20;

/** The changes, at most `limit`, and how many are omitted. `revision`: the one that introduced them. */
export function changesObject(
  context: Context,
  comparison: Comparison,
  limit: number,
  revision?: Revision,
) {
  const { before, after } = comparison;
  const changes = [
    ...[...chunksOf(comparison.pages, PAGES_A_STEP)].flatMap((some) =>
      step(`changes of ${JSON.stringify([before, after])} from ${some[0]?.id}`, () =>
        some.flatMap((change) => pageChanges(context, comparison, change)),
      ),
    ),
    ...comparison.files.map((change) => fileChange(context, change)),
  ];
  const mergedFrom = revision?.merged_from;
  return {
    ...(mergedFrom && {
      mergedFrom: changeRequestObject(
        context,
        findChangeRequest(context.db, revision.space, mergedFrom),
      ),
    }),
    changes: changes.slice(0, limit),
    ...(changes.length > limit && { more: changes.length - limit }),
  };
}

/** A page that was both moved and edited is listed twice. */
function pageChanges(
  context: Context,
  views: Comparison,
  { before, after }: ItemChange<Page>,
): object[] {
  if (!after) return before ? [{ type: 'page_deleted', page: changedPage(before) }] : [];
  const page = changedPage(after);
  if (!before) return [{ type: 'page_created', page }];
  const changes: object[] = [];
  const attributes = pageAttributes(before.item, after.item);
  if (Object.keys(attributes).length > 0) changes.push({ type: 'page_edited', page, attributes });
  const { parent, position } = before.item;
  if (parent !== after.item.parent || position !== after.item.position) {
    const sides = {
      before: parentOf(context, views.before, before.item),
      after: parentOf(context, views.after, after.item),
    };
    changes.push({ type: 'page_moved', page, parent: present(sides) });
  }
  return changes;
}

function parentOf({ db }: Context, state: ContentState, page: Page) {
  const above = page.parent === null ? undefined : pages.find(db, state, page.parent);
  return above && changedPage({ item: above, path: pagePathOf(db, state, above) });
}

function pageAttributes(before: Page, after: Page) {
  const shared = {
    title: difference(before.title, after.title),
    slug: difference(before.slug, after.slug),
    emoji: difference(before.attributes.emoji, after.attributes.emoji),
  };
  if (after.type === 'group') return present(shared);
  return present({
    ...shared,
    description: difference(before.attributes.description, after.attributes.description),
    document: difference(before.document, after.document),
  });
}

function fileChange(context: Context, { before, after }: ItemChange<File>) {
  const [old, file] = [before, after].map((side) => side && fileObject(context, side.item));
  if (!file) return { type: 'file_deleted', file: old && changedFile(old) };
  if (!old) return { type: 'file_created', file: changedFile(file) };
  const attributes = present({
    name: difference(old.name, file.name),
    downloadURL: difference(old.downloadURL, file.downloadURL),
    size: difference(old.size, file.size),
    contentType: difference(old.contentType, file.contentType),
    dimensions: difference(old.dimensions, file.dimensions),
  });
  return { type: 'file_edited', file: changedFile(file), attributes };
}

function changedPage({ item, path }: ComparedItem<Page>) {
  return { id: item.id, type: item.type, title: item.title, path };
}

function changedFile({ id, name, contentType, downloadURL }: ReturnType<typeof fileObject>) {
  return { id, name, contentType, downloadURL };
}

/** Both values if they differ; an absent one is omitted. */
function difference<T>(before: T | null | undefined, after: T | null | undefined) {
  if (before === after || (typeof before !== 'string' && isDeepStrictEqual(before, after))) {
    return undefined;
  }
  return present({ before, after });
}
