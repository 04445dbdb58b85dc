import { z } from 'zod';
import { abbreviationsOf, flattenPages } from '../../content/index.ts';
import { refersTo } from '../../operations/ids.ts';
import type { PageNode } from '../../operations/index.ts';
import { unlisted } from '../../operations/params.ts';
import { resolvePage } from '../names/pages.ts';
import { fields, pickFields } from './fields.ts';
import { countWithin, largest } from './longest.ts';
import type { Budget, Facts, View } from './view.ts';

/** Maximum number of pages with full ids: an id costs as much as the rest of its line. */
const MAX_WHOLE_IDS = 100;

const ID = 'title (id)';
const SHORT_ID = 'title ~beginning of its id, which is taken for the id';
const NESTED = ', by nesting; /part: last part of the path where the title does not show it';
const FLAT = ' /path';

const NONE: ReadonlyMap<string, string> = new Map();

/** A page tree is shown as an outline unless fields are selected: one line for each page, indented by level. */
export const treeView: View = {
  params: {
    filter: z.string().min(1).max(200).optional().meta({
      description: 'text that the title or path contains; a|b: either',
      onDemand: true,
    }),
    under: refersTo('page', z.string().min(1)).optional().meta({
      description: 'page whose subtree is shown',
      onDemand: true,
    }),
    page: z
      .string()
      .regex(/^\d+@\d+$/, 'must be next.page of the last result')
      .optional()
      .meta({ description: 'next.page of the last result', onDemand: true }),
    limit: z.number().int().min(1).optional().meta(unlisted('pages shown')),
    depth: z.number().int().min(1).optional().meta(unlisted('levels shown')),
    fields,
  },

  usualTokens: 4_000,

  async select(facts, args) {
    if (!Array.isArray(facts.pages)) return pickFields(facts, args);
    const { pages, ...rest } = facts;
    const all = pages as PageNode[];
    const branch = args.under === undefined ? all : await subtree(all, String(args.under));
    if (args.fields !== undefined) {
      const kept = args.filter === undefined ? branch : containing(branch, String(args.filter));
      const count = args.filter === undefined ? flattenPages(kept).length : kept.length;
      return pickFields({ ...rest, count, pages: kept }, args);
    }
    const every = await linesOf(branch, args.filter as string | undefined);
    const { limit, depth = every.length } = args as { limit?: number; depth?: number };
    const lines = every.filter((line) => line.depth < depth);
    const [from = 0, known = lines.length] = String(args.page ?? '0')
      .split('@')
      .map(Number);
    const hasChanged = known !== lines.length;
    const isShort = lines.length > MAX_WHOLE_IDS;
    const abbreviations = isShort ? abbreviationsOf(flattenPages(all).map(({ id }) => id)) : NONE;
    const to = limit === undefined ? lines.length : from + limit;
    const shown = lines
      .slice(from, to)
      .map((line, index) => outlineText(line, index === 0, abbreviations));
    return {
      ...rest,
      count: lines.length,
      key: (isShort ? SHORT_ID : ID) + (args.filter === undefined ? NESTED : FLAT),
      ...(hasChanged && { note: 'The pages changed since the last result: start again.' }),
      ...(from > 0 && { from }),
      outline: shown.join('\n'),
      ...(lines.length < every.length && { deeper: every.length - lines.length }),
      ...(to < lines.length && { next: { page: `${to}@${lines.length}` } }),
    };
  },

  shrink(facts, { fits, mostCharacters }) {
    const { outline, files, ...rest } = facts;
    if (typeof outline !== 'string') return flattened(facts, { fits, mostCharacters });
    const lines = outline.split('\n');
    const from = Number(rest.from ?? 0);
    const cut = (count: number): Facts => ({
      ...rest,
      ...(Array.isArray(files) && { filesLeftOut: `${files.length}: list_files` }),
      outline: lines.slice(0, count).join('\n'),
      ...(count < lines.length && {
        next: { page: `${from + count}@${String(rest.count)}` },
        cut: `${lines.length - count} of ${String(rest.count)} pages are left out: continue with next.page, narrow with filter or under, or give depth for fewer levels.`,
      }),
    });
    if (fits(cut(lines.length))) return cut(lines.length);
    return cut(largest(countWithin(lines, mostCharacters), (count) => fits(cut(count))));
  },
};

async function subtree(pages: readonly PageNode[], name: string): Promise<PageNode[]> {
  const root = await resolvePage(pages, name);
  return flattenPages(pages).filter(({ id }) => id === root);
}

/** A page in an outline, and the part of its path to show. */
interface OutlinePage {
  page: PageNode;
  depth: number;
  shownPath: string;
}

/** The pages, indented by level, or those that match a filter, each with its full path. */
async function linesOf(
  pages: readonly PageNode[],
  filter: string | undefined,
): Promise<OutlinePage[]> {
  if (filter !== undefined) {
    return containing(pages, filter).map((page) => ({
      page,
      depth: 0,
      shownPath: page.path ?? '',
    }));
  }
  const { slug } = await import('github-slugger');
  return nested(pages, 0, slug);
}

/** The path of a page follows from its ancestors, and its last part usually from its title. */
function nested(
  pages: readonly PageNode[],
  depth: number,
  slugOf: (title: string) => string,
): OutlinePage[] {
  return pages.flatMap((page) => {
    const { title = '', path = '', pages: below = [] } = page;
    const last = path.slice(path.lastIndexOf('/') + 1);
    const shownPath = depth === 0 && last !== path ? path : last === slugOf(title) ? '' : last;
    return [{ page, depth, shownPath }, ...nested(below, depth + 1, slugOf)];
  });
}

/** Pages with selected fields that do not fit as a tree: as many as fit, one after the other. */
function flattened(facts: Facts, { fits, mostCharacters }: Budget): Facts {
  if (!Array.isArray(facts.pages)) return facts;
  const all = flattenPages(facts.pages as PageNode[]).map(({ pages: _, ...page }) => page);
  const cut = (count: number): Facts => ({
    ...facts,
    pages: all.slice(0, count),
    cut: `${all.length - count} of ${all.length} pages are left out: narrow with filter or under, or name fewer fields.`,
  });
  const most = countWithin(all.slice(0, -1), mostCharacters, JSON.stringify);
  return cut(largest(most, (count) => fits(cut(count))));
}

/** The first line of a continued outline has no ancestors above it, so it shows its full path. */
function outlineText(
  { page, depth, shownPath }: OutlinePage,
  isFirst: boolean,
  abbreviations: ReadonlyMap<string, string>,
): string {
  const { id, title = '', type = 'document', hidden } = page;
  if (typeof id !== 'string') throw new TypeError('a page has no id');
  const path = isFirst && depth > 0 ? page.path : shownPath;
  const marks = [type !== 'document' && `[${type}]`, hidden === true && '[hidden]'];
  const words = [
    title.replace(/\s+/g, ' '),
    abbreviations.get(id) ?? `(${id})`,
    path && `/${path}`,
    ...marks,
  ];
  return ' '.repeat(depth) + words.filter(Boolean).join(' ');
}

function containing(pages: readonly PageNode[], text: string): PageNode[] {
  const lowerCase = text
    .toLowerCase()
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isWanted = (name = '') => lowerCase.some((part) => name.toLowerCase().includes(part));
  return flattenPages(pages)
    .filter(({ title, path }) => isWanted(title) || isWanted(path))
    .map(({ pages: _, ...page }) => page);
}
