import { slug as slugify } from 'github-slugger';
import type { JobCaller } from '../../thread-pool.ts';
import { runJob } from '../jobs/run.ts';
import { Refusal } from '../refusal.ts';
import { type PageEdit, refsOf } from '../workflows/open-change-request/changes.ts';
import { isEmptyUpdate } from './expand.ts';
import { withoutTitleLine } from './title-line.ts';

/** A page to be placed below one that the same call inserts. */
interface NestedPage {
  change: PageEdit;
  /** Its index among the pages that the call inserts; absent for an existing page. */
  order?: number;
}

/** What the platform returns about the pages and files that a call inserted. */
export interface EditAnswer {
  changes?: readonly { object?: string; page?: unknown; ref?: string }[];
  insertedFiles?: readonly { id: string; ref?: string }[];
}

/**
 * Separates pages whose parent is inserted by the same call. The platform accepts only ids as parents, so these pages are
 * inserted at the root, and moved below their parents in a second call.
 * @throws {Refusal} for pages that would be below each other.
 */
export function splitNested(changes: readonly PageEdit[]): {
  first: PageEdit[];
  nested: NestedPage[];
} {
  const refs = new Set(refsOf(changes).pages);
  refuseCycle(changes);
  const nested: NestedPage[] = [];
  let inserted = 0;
  const first = changes.flatMap((change) => {
    const { into, at, ...rest } = change;
    const isNew = change.operation === 'insert_page';
    const order = isNew ? { order: inserted } : {};
    if (isNew) inserted += 1;
    // The service takes no null here: a new page without a parent is at the root.
    if (isNew && into === null) return at === undefined ? rest : { ...rest, at };
    if (!refs.has(into ?? '')) return change;
    nested.push({ change, ...order });
    return isEmptyUpdate(rest) ? [] : rest;
  });
  return { first, nested };
}

function refuseCycle(changes: readonly PageEdit[]): void {
  const parents = new Map(
    changes.flatMap(({ ref, into }) => (ref && into ? [[ref, into] as const] : [])),
  );
  for (const ref of parents.keys()) {
    const seen = new Set<string>();
    for (let at: string | undefined = ref; at !== undefined; at = parents.get(at)) {
      if (seen.has(at))
        throw new Refusal(`Nothing was written. into: ${ref} would be below itself.`);
      seen.add(at);
    }
  }
}

/** The second call: moves pages below their parents, and resolves links by refs to pages and files. */
export async function movesToParents(
  nested: readonly NestedPage[],
  sent: readonly PageEdit[],
  { changes: outcomes = [], insertedFiles = [] }: EditAnswer,
  caller: JobCaller,
): Promise<PageEdit[]> {
  const created = outcomes
    .filter(({ object }) => object === 'created_page')
    .map(({ page }) => page as { id: string; title?: string; path?: string });
  const inserts = sent.filter(({ operation }) => operation === 'insert_page');
  const ids = new Map(
    inserts.flatMap(({ ref }, index) => (ref ? [[ref, created[index]?.id ?? ''] as const] : [])),
  );
  const addresses = new Map([
    ...[...ids].map(([ref, id]) => [`${ref}.md`, `/pages/${id}`] as const),
    ...insertedFiles.flatMap(({ ref, id }) => (ref ? [[ref, `/files/${id}`] as const] : [])),
  ]);
  return Promise.all(
    nested.map(async ({ change: { page, into, at, slug, document }, order }) => {
      const place = { into: ids.get(into ?? '') ?? null, ...(at !== undefined && { at }) };
      if (order === undefined) return { operation: 'update_page' as const, page, ...place };
      const { id = '', title = '', path = '' } = created[order] ?? {};
      const own = slugify(title);
      const text = withoutTitleLine(document?.markdown ?? '', title);
      const to = await resolveRefs(text, addresses, caller);
      return {
        operation: 'update_page' as const,
        page: id,
        ...place,
        // At the root it got another slug if a page there already has this one.
        ...(path.startsWith(`${own}-`) && { slug: own }),
        ...(slug !== undefined && { slug }),
        ...(to !== undefined && { document: { markdown: to } }),
      };
    }),
  );
}

/** The text with its links by refs resolved; undefined for a text without links within the space. */
async function resolveRefs(
  text: string,
  addresses: ReadonlyMap<string, string>,
  caller: JobCaller,
): Promise<string | undefined> {
  const { internalLinksIn } = await import('../workflows/text-links.ts');
  const links = await internalLinksIn(text, caller);
  if (links.length === 0) return undefined;
  const to = links.flatMap(({ url }) => {
    const [path = ''] = url.split(/[#?]/, 1);
    const address = addresses.get(path.replace(/^\.\//, ''));
    return address ? [[url, address + url.slice(path.length)] as [string, string]] : [];
  });
  return to.length === 0 ? text : runJob('retargetLinks', { markdown: text, to }, caller);
}
