import type { Element } from 'hast';
import { h } from 'hastscript';
import { type Comparison, type ItemChange, textAt } from '../../content/comparison.ts';
import type { ContentState, File, Page, PageAttributes } from '../../content/model.ts';
import { raw } from '../../render/holes.ts';
import { fileObject } from '../../serializers/file.ts';
import { pageAppUrl } from '../../serializers/page.ts';
import { computed, precompute } from '../../workers/computed.ts';
import { badge, count, facts, link, listing } from '../parts/elements.ts';
import type { Visit } from '../parts/visit.ts';
import { DIFF_HTML } from '../tasks.ts';

/** Above the first limit, changed pages are listed without their texts; above the second, they are omitted. */
const MAX_TEXTS = 50;
const MAX_LISTED = 500;

/** Every changed page with its changes, then every changed file. */
export function changeList(visit: Visit, comparison: Comparison): Element[] {
  const { pages, files, after } = comparison;
  if (pages.length + files.length === 0) return [h('p.meta', 'Nothing is changed')];
  const rest = pages.slice(MAX_TEXTS);
  const shown = pages
    .slice(0, MAX_TEXTS)
    .map((change) => ({ change, texts: textsOf(visit, comparison, change) }));
  precompute(
    DIFF_HTML,
    shown.flatMap(({ texts }) => texts ?? []),
  );
  return [
    h('p.meta', `${summary(pages.length, files.length)} changed`),
    ...shown.map(({ change, texts }) => pageChange(visit, after, change, texts)),
    ...(rest.length > 0 ? [h('h3', 'More changed pages'), moreChanges(visit, after, rest)] : []),
    ...(files.length > 0
      ? [
          h('h3', 'Files'),
          listing(
            files.map((file) => fileChange(visit, file)),
            '',
          ),
        ]
      : []),
  ];
}

function summary(pages: number, files: number): string {
  return [pages > 0 ? count(pages, 'page') : [], files > 0 ? count(files, 'file') : []]
    .flat()
    .join(' and ');
}

/** Both texts of a page for `DIFF_HTML`; undefined if they are the same. */
function textsOf(
  { db }: Visit,
  { before, after }: Comparison,
  change: ItemChange<Page>,
): string | undefined {
  const [old, fresh] = [textAt(db, before, change.before), textAt(db, after, change.after)];
  return old === fresh ? undefined : JSON.stringify([old, fresh]);
}

function pageChange(
  visit: Visit,
  after: ContentState,
  change: ItemChange<Page>,
  texts: string | undefined,
): Element {
  const details = differences(change);
  return h('article.change', { id: `page:${change.id}` }, [
    h('h3', [title(visit, after, change), ' ', kind(change)]),
    h('p.meta', change.after?.path ?? change.before?.path),
    details.length > 0 ? facts(details) : '',
    texts === undefined ? '' : raw(computed(DIFF_HTML, texts)),
  ]);
}

function title(visit: Visit, state: ContentState, { before, after }: ItemChange<Page>) {
  if (!after) return before?.item.title ?? '';
  if (after.item.type === 'group') return after.item.title;
  return link(pageAppUrl(visit, state, after.path), after.item.title);
}

function kind({ before, after }: ItemChange<unknown>): Element {
  if (!before) return badge('added', 'good');
  return after ? badge('edited', 'warn') : badge('deleted', 'bad');
}

/** The changes besides the text, with old and new values. */
function differences({ before, after }: ItemChange<Page>): [string, Element][] {
  if (!before || !after) return [];
  const names: (keyof PageAttributes)[] = [
    ...new Set([...Object.keys(before.item.attributes), ...Object.keys(after.item.attributes)]),
  ] as (keyof PageAttributes)[];
  const values: [string, unknown, unknown][] = [
    ['Title', before.item.title, after.item.title],
    ['Path', before.path, after.path],
    ...names.map((name): [string, unknown, unknown] => [
      name,
      before.item.attributes[name],
      after.item.attributes[name],
    ]),
  ];
  const changed = values.filter(([, from, to]) => from !== to);
  const moved =
    before.item.position !== after.item.position || before.item.parent !== after.item.parent;
  return [
    ...changed.map(([name, from, to]): [string, Element] => [name, fromTo(from, to)]),
    ...(moved ? [['Place', h('span', 'moved')] as [string, Element]] : []),
  ];
}

function fromTo(from: unknown, to: unknown): Element {
  return h('span', [
    from === undefined ? '' : [h('del', String(from)), ' '],
    to === undefined ? '' : h('ins', String(to)),
  ]);
}

function moreChanges(
  visit: Visit,
  state: ContentState,
  changes: readonly ItemChange<Page>[],
): Element {
  const items = changes
    .slice(0, MAX_LISTED)
    .map((change) => [title(visit, state, change), ' ', kind(change)]);
  const left = changes.length - items.length;
  return listing(left > 0 ? [...items, `and ${count(left, 'more page')}`] : items, '');
}

function fileChange(visit: Visit, change: ItemChange<File>) {
  const { item } = change.after ?? change.before ?? {};
  if (!item) return '';
  return [link(fileObject(visit, item).downloadURL, item.name), ' ', kind(change)];
}
