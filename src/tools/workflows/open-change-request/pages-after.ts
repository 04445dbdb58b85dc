import { slug as slugify } from 'github-slugger';
import { flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import { FRONTMATTER, type PageEdit, temporaryId } from './changes.ts';

/** A page among its siblings. */
export interface PlannedPage {
  id: string;
  title: string;
  slug: string;
  parent: string | null;
}

const MAX_SLUG = 100;

/**
 * The pages of a space after the changes. Inserted ones have their `insertedId`, and slugs derived from their titles.
 */
export function pagesAfter(tree: readonly PageNode[], changes: readonly PageEdit[]): PageNode[] {
  const pages = new Map(plannedPages(tree).map((page) => [page.id, page]));
  const refs = new Map(
    changes.flatMap(({ ref }, index) => (ref ? [[ref, temporaryId(index)] as const] : [])),
  );
  for (const [index, change] of changes.entries()) {
    const into = refs.get(change.into ?? '') ?? change.into;
    apply(pages, into === undefined ? change : { ...change, into }, index);
  }
  return [...pages.values()].flatMap((page) => {
    const path = pathOf(pages, page);
    return path === undefined ? [] : [{ id: page.id, title: page.title, path }];
  });
}

/** The pages of a tree with their slugs and parents. */
export function plannedPages(tree: readonly PageNode[]): PlannedPage[] {
  const parents = new Map<string, string>();
  return flattenPages(tree).map(({ id, title, path = '', pages = [] }) => {
    for (const child of pages) parents.set(child.id, id);
    const slug = path.slice(path.lastIndexOf('/') + 1);
    return { id, title, slug, parent: parents.get(id) ?? null };
  });
}

function apply(pages: Map<string, PlannedPage>, change: PageEdit, index: number): void {
  const { operation, page: id = '', slug, into } = change;
  if (operation === 'insert_page') {
    const own = temporaryId(index);
    pages.set(own, { id: own, ...titleAndSlug(change), parent: into ?? null });
  }
  const page = pages.get(id);
  if (!page) return;
  if (operation === 'delete_page') pages.delete(id);
  if (operation === 'update_page') {
    const title = change.title ?? page.title;
    const parent = into === undefined ? page.parent : into;
    pages.set(id, {
      ...page,
      title,
      parent,
      slug: slug === '' ? slugOf(title) : (slug ?? page.slug),
    });
  }
}

/** Title and slug of a new page: frontmatter overrides the heading, which overrides the change's own fields. */
export function titleAndSlug({ document, title: given, slug }: PageEdit) {
  const markdown = document?.markdown ?? '';
  const [match = '', frontmatter = ''] = FRONTMATTER.exec(markdown) ?? [];
  const set = (name: string) =>
    new RegExp(`^${name}:[ \\t]*["']?(.+?)["']?[ \\t]*$`, 'm').exec(frontmatter)?.[1];
  const text = markdown.slice(match.length).trimStart();
  const heading = text.startsWith('# ') ? headingText(text) : undefined;
  const title = set('title') ?? heading ?? given ?? 'Untitled';
  return { title, slug: (set('slug') ?? slug) || slugOf(title) };
}

/** The text of the heading on the first line, without its markup. */
function headingText(text: string): string | undefined {
  const [line = ''] = text.slice(2).split('\n', 1);
  const words = line.trimEnd().replace(/(?<!#)#+$/, '');
  return words.trim() || undefined;
}

function slugOf(title: string): string {
  return slugify(title).slice(0, MAX_SLUG) || 'page';
}

/** Undefined for a page below a deleted one. */
function pathOf(pages: ReadonlyMap<string, PlannedPage>, page: PlannedPage): string | undefined {
  const slugs: string[] = [];
  const seen = new Set<string>();
  for (let at: PlannedPage | undefined = page; at; at = pages.get(at.parent ?? '')) {
    if (seen.has(at.id)) return undefined;
    seen.add(at.id);
    slugs.unshift(at.slug);
    if (at.parent === null) return slugs.join('/');
  }
  return undefined;
}
