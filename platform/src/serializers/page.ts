import { LAYOUT_PARTS } from '@docs-platform-mcp/markdown/repository';
import type { Context } from '../auth/context.ts';
import { readDocument } from '../content/documents.ts';
import { presentLinks } from '../content/link-resolution.ts';
import type { ContentState, Page, PageAttributes } from '../content/model.ts';
import { type Presentation, presentationOf } from '../content/presentation.ts';
import { pages } from '../content/tables.ts';
import { byPosition, pagePathOf } from '../content/tree.ts';
import { RawJson } from '../http/raw-json.ts';
import { refOf } from '../markdown/content-ref.ts';
import { withTitle } from '../markdown/submission.ts';
import { DOCUMENT_JSON } from '../markdown/tasks.ts';
import { chunksOf } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { computed, step } from '../workers/computed.ts';
import { app } from './context.ts';

export type ContentFormat = 'document' | 'markdown' | undefined;

/** The form of links in pages: paths relative to the page, or stored ids. */
export type LinkStyle = 'relative' | 'stable';

/** A page as listed in a tree: everything but its text. */
export interface PageObject {
  id: string;
  title: string;
  path: string;
  pages: PageObject[];
  [field: string]: unknown;
}

/** The whole page tree of a state. */
export function pageTree(context: Context, state: ContentState): PageObject[] {
  return treeOf(context, state, pages.all(context.db, state), null, '');
}

/** Pages that are made before others get a turn. */
const PAGES_MADE = 100;

/** The tree of these pages under one of them, or of all; others get turns in between. */
function treeOf(
  context: Context,
  state: ContentState,
  all: readonly Page[],
  root: string | null,
  rootPath: string,
): PageObject[] {
  const children = new Map<string | null, Page[]>();
  for (const page of all) {
    const siblings = children.get(page.parent);
    if (siblings) siblings.push(page);
    else children.set(page.parent, [page]);
  }
  const paths: [page: Page, path: string][] = [];
  const list = (parent: string | null, above: string): void => {
    for (const page of (children.get(parent) ?? []).sort(byPosition)) {
      const path = above ? `${above}/${page.slug}` : page.slug;
      paths.push([page, path]);
      list(page.id, path);
    }
  };
  list(root, rootPath);
  const made = [...chunksOf(paths, PAGES_MADE)].flatMap((some) =>
    step(JSON.stringify(['pages', state, some[0]?.[0].id]), () =>
      some.map(([page, path]) => node(context, state, page, path, [])),
    ),
  );
  const byId = new Map(made.map((page) => [page.id, page]));
  const found = (parent: string | null) =>
    (children.get(parent) ?? []).flatMap(({ id }) => byId.get(id) ?? []);
  for (const page of made) page.pages = found(page.id);
  return found(root);
}

/** One page with its text in the requested form and the tree under it. */
export function pageObject(
  context: Context,
  state: ContentState,
  page: Page,
  format: ContentFormat,
  references: LinkStyle = 'relative',
): PageObject {
  const path = pagePathOf(context.db, state, page);
  const below = childTree(context, state, page, path);
  return {
    ...node(context, state, page, path, below),
    ...body(context, state, page, format, references),
  };
}

function childTree(context: Context, state: ContentState, page: Page, path: string): PageObject[] {
  const all: Page[] = [];
  for (let level = [page.id]; level.length > 0; ) {
    const below = pages.below(context.db, state, level);
    for (const child of below) all.push(child);
    level = below.map(({ id }) => id);
  }
  return treeOf(context, state, all, page.id, path);
}

/** The fields in every mention of a page. */
export function pageBase(page: Page) {
  const { emoji, icon, linkTitle } = page.attributes;
  return {
    id: page.id,
    title: page.title,
    ...(linkTitle !== undefined && { linkTitle }),
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    createdAt: page.createdAt,
    updatedAt: page.updatedAt,
  };
}

/** Path segments after a space in addresses other than those of its pages. */
const RESERVED: ReadonlySet<string> = new Set([
  'change-requests',
  'comments',
  'revisions',
  'pages',
]);

/** The path of a page, which many objects of a list may have in common. */
export function pathOf(db: Database, state: ContentState, page: Page): string {
  return step(JSON.stringify(['path', state, page.id]), () => pagePathOf(db, state, page));
}

/** The address at which a person reads a page. */
export function pageAppUrl(context: Context, state: ContentState, path: string): string {
  const { space, overlay } = state;
  const request = overlay ? `/change-requests/${overlay.branch}` : '';
  const slugs = path.split('/');
  const prefix = RESERVED.has(slugs[0] ?? '') ? '/pages' : '';
  return app(context, `/s/${space}${request}${prefix}/${slugs.map(encodeURIComponent).join('/')}`);
}

function node(
  context: Context,
  state: ContentState,
  page: Page,
  path: string,
  below: PageObject[],
): PageObject {
  const { description, hidden, noIndex, noRobotsIndex, condition } = page.attributes;
  const shared = {
    ...pageBase(page),
    slug: page.slug,
    path,
    pages: below,
    ...(hidden && { hidden }),
    ...(noIndex && { noIndex }),
    ...(noRobotsIndex && { noRobotsIndex }),
  };
  if (page.type === 'group') return { ...shared, kind: 'group', type: 'group' };
  if (page.type === 'link') {
    const { href = '' } = page.attributes;
    return { ...shared, kind: 'link', type: 'link', target: refOf(href), ...hrefOf(href) };
  }
  return {
    ...shared,
    kind: 'sheet',
    type: page.type,
    urls: { app: pageAppUrl(context, state, path) },
    ...presentationFields(page.attributes),
    ...(description !== undefined && { description }),
    ...(condition !== undefined && { condition }),
    ...(page.document !== null && { documentId: page.document }),
  };
}

/** The address of a link to the web. */
function hrefOf(href: string): { href?: string } {
  return /^https?:/i.test(href) ? { href } : {};
}

function body(
  context: Context,
  state: ContentState,
  page: Page,
  format: ContentFormat,
  references: LinkStyle,
) {
  if (page.type !== 'document' || format === undefined) return {};
  const text = readDocument(context.db, page.document);
  if (format === 'document') return { document: documentOf(text) };
  const place = { db: context.db, state, page };
  return {
    markdown: withTitle(page.title, references === 'stable' ? text : presentLinks(place, text)),
  };
}

/** Layout, cover and tags of a page. */
function presentationFields(attributes: PageAttributes) {
  const given = presentationOf(attributes);
  return {
    layout: layoutOf(given),
    tags: (given.tags ?? []).map(tagOf),
    ...(given.cover !== undefined && { cover: coverOf(given) }),
  };
}

function layoutOf({ layout }: Presentation) {
  const { visible = true, size = 'hero', mask = 'none' } = layout?.cover ?? {};
  return {
    width: layout?.width ?? 'default',
    cover: visible,
    coverSize: size,
    coverMask: mask,
    ...Object.fromEntries(LAYOUT_PARTS.map((part) => [part, layout?.[part]?.visible ?? true])),
  };
}

function coverOf({ cover = '', coverDark, coverY = 0, coverHeight }: Presentation) {
  return {
    ref: refOf(cover),
    ...(coverDark !== undefined && { refDark: refOf(coverDark) }),
    yPos: coverY,
    ...(coverHeight !== undefined && { height: coverHeight }),
  };
}

function tagOf(given: NonNullable<Presentation['tags']>[number]) {
  const { tag, primary } = typeof given === 'string' ? { tag: given, primary: undefined } : given;
  return { tag: { kind: 'tag' as const, tag }, ...(primary !== undefined && { primary }) };
}

/** The document tree of a stored text, as answers contain it. */
export function documentOf(markdown: string): RawJson {
  return new RawJson(computed(DOCUMENT_JSON, markdown));
}
