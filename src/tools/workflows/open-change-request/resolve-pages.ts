import { type ContentFile, flattenPages } from '../../../content/index.ts';
import { operations, type PageNode } from '../../../operations/index.ts';
import { UnknownName } from '../../names/candidates.ts';
import { unknownPage } from '../../names/file-named.ts';
import { resolvePage } from '../../names/pages.ts';
import { Refusal } from '../../refusal.ts';
import { type PageEdit, refsOf } from './changes.ts';

/**
 * Replaces the pages that changes name by their ids, before a change request is opened for them. A page that does not
 * exist may be one of the files.
 * @throws {Refusal} for the first page that does not exist, and for a ref that is the name of a page.
 */
export async function resolvePages(
  tree: readonly PageNode[],
  changes: readonly PageEdit[],
  files: () => Promise<readonly ContentFile[]> = async () => [],
  fileReader: string = operations.getFile.tool,
): Promise<PageEdit[]> {
  const pages = flattenPages(tree);
  const ids = new Set(pages.map(({ id }) => id));
  const known = async (name: string, index: number): Promise<string> => {
    if (ids.has(name)) return name;
    try {
      return await resolvePage(tree, name);
    } catch (unknown) {
      const error = await unknownPage(unknown, name, files, fileReader);
      if (!(error instanceof UnknownName)) throw error;
      throw new Refusal(`Nothing was written. changes[${index}]: ${error.candidates}`);
    }
  };
  const refs = refsOf(changes).pages;
  const knownOrNew = async (name: string, index: number) =>
    refs.includes(name) ? name : known(name, index);
  const paths = new Set(pages.map(({ path }) => path));
  const edits: PageEdit[] = [];
  for (const [index, change] of changes.entries()) {
    const { operation, page, into, ref, after, before } = change;
    if (ref !== undefined && paths.has(ref)) {
      throw new Refusal(
        `Nothing was written. changes[${index}]: ref ${ref} is the path of a page; choose another.`,
      );
    }
    edits.push({
      ...change,
      ...(page && {
        page: await (operation === 'revert_page'
          ? knownOrDeleted(tree, page)
          : knownOrNew(page, index)),
      }),
      ...(into && { into: await knownOrNew(into, index) }),
      ...(after && { after: await knownOrNew(after, index) }),
      ...(before && { before: await knownOrNew(before, index) }),
    });
  }
  return edits;
}

/** A deleted page can still be reverted by its id. */
async function knownOrDeleted(tree: readonly PageNode[], name: string): Promise<string> {
  try {
    return await resolvePage(tree, name);
  } catch (error) {
    if (error instanceof UnknownName) return name;
    throw error;
  }
}
