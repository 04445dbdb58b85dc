import { z } from 'zod';
import type { SearchedPart } from '../../../content/find/index.ts';
import { pagesInOrder } from '../../../content/index.ts';
import { refersTo } from '../../../operations/ids.ts';
import type { PageNode } from '../../../operations/index.ts';
import { ChangeRequestId, onDemand, SpaceId, unlisted } from '../../../operations/params.ts';
import { atMostOneOf } from '../../../operations/rules.ts';
import { eachInTurns } from '../../../turns.ts';
import { resolvePage } from '../../names/pages.ts';

const MAX_PATTERN = 500;

/** The arguments that define what to search for. */
export const searchArguments = {
  match: z.enum(['text', 'words', 'regex', 'link']).optional(),
  ignoreCase: z.boolean().optional(),
  in: z
    .enum(['text', 'code', 'both', 'prose', 'headings'])
    .optional()
    .meta(onDemand('prose: text with inline code, but no blocks of code')),
  addresses: z.boolean().optional().describe('false: skip URLs'),
};

/** The number of matches that `in` excludes, named after their location. */
export function leftInOtherPart(part: SearchedPart | undefined, count: number) {
  if (count === 0) return {};
  return part === 'code' ? { inText: count } : { inCode: count };
}

export const pattern = z.string().min(1).max(MAX_PATTERN);

/** The arguments that define where to search. */
export const locationArguments = {
  spaceId: SpaceId,
  changeRequestId: ChangeRequestId.optional(),
  pages: z
    .array(refersTo('page', z.string().min(1)))
    .min(1)
    .max(100)
    .optional()
    .describe('these and below; path/*: only below'),
  exceptPages: z
    .array(refersTo('page', z.string().min(1)))
    .max(100)
    .optional()
    .meta(unlisted('not these, nor below')),
};

/** The reason why several spaces rule out another argument; an empty list counts as absent. */
export function oneSpaceOnly(
  args: Record<string, unknown>,
  names: readonly string[],
): string | undefined {
  const given = Object.fromEntries(
    Object.entries(args).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  );
  return names
    .map((name) => atMostOneOf('moreSpaces', name)(given))
    .find((problem) => problem !== undefined);
}

/** The pages to search: those named, without those excepted. */
export interface PageSelection {
  pages?: readonly string[];
  exceptPages?: readonly string[];
}

/** Stands for the pages below another, without that page itself. */
const BELOW_SUFFIX = '/*';

/** Finds the page that a name refers to. */
type FindPage = (tree: readonly PageNode[], name: string) => Promise<string>;

/**
 * Selects pages of a tree: all, or the named ones with everything below them, without the excepted ones.
 * @throws {Refusal} for one that does not exist.
 */
export async function selectPages(
  tree: readonly PageNode[],
  { pages, exceptPages }: PageSelection,
  findPage: FindPage = resolvePage,
): Promise<Set<string>> {
  const selected = await pagesAndBelow(tree, findPage, pages);
  if (exceptPages === undefined) return selected;
  for (const id of await pagesAndBelow(tree, findPage, exceptPages)) selected.delete(id);
  return selected;
}

async function pagesAndBelow(
  tree: readonly PageNode[],
  findPage: FindPage,
  named?: readonly string[],
): Promise<Set<string>> {
  const selected = new Set<string>();
  const byId = new Map<string, PageNode>();
  await eachInTurns(pagesInOrder(tree), ({ page }) => {
    if (named === undefined) selected.add(page.id);
    else byId.set(page.id, page);
  });
  if (named === undefined) return selected;
  for (const name of named) {
    const isAbove = name.endsWith(BELOW_SUFFIX);
    const own = isAbove ? name.slice(0, -BELOW_SUFFIX.length) : name;
    // Workflows name all pages that they change, by their ids.
    const page = byId.get(own) ?? (byId.get(await findPage(tree, own)) as PageNode);
    // A selected page includes all pages below it.
    let added: readonly PageNode[] = isAbove ? (page.pages ?? []) : [page];
    while (added.length > 0) {
      const fresh = added.filter(({ id }) => !selected.has(id));
      for (const { id } of fresh) selected.add(id);
      added = fresh.flatMap(({ pages = [] }) => pages);
    }
  }
  return selected;
}
