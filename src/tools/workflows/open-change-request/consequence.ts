import { type ContentLocation, filesOf, flattenPages, readersOf } from '../../../content/index.ts';
import { type Arguments, send } from '../../../operations/index.ts';
import { quoted } from '../../../text/index.ts';
import { ifAvailable, ifReadable } from '../../if-readable.ts';
import { refuseExcluded } from '../../refusal.ts';
import type { CallContext } from '../../tool.ts';
import { requestedChanges } from '../review/verdicts.ts';
import { Steps } from '../workflow.ts';
import type { PageEdit } from './changes.ts';
import { brokenLinksOn, linksToDeleted } from './links-to-deleted.ts';
import { predictLinkEffects } from './predicted-links.ts';
import { type GivenEdit, prepareEdit } from './prepare-edit.ts';
import { resolvePages } from './resolve-pages.ts';

/** Maximum number of pages to name to a person. */
const MAX_NAMED = 12;

const VERBS: Readonly<Record<PageEdit['operation'], string>> = {
  insert_page: 'adds',
  delete_page: 'deletes',
  revert_page: 'restores',
  insert_files: 'adds',
  settle: 'settles conflicts on',
  update_page: 'changes',
  replace_text: 'changes',
  replace_section: 'changes',
  insert_text: 'changes',
  remove_sections: 'changes',
  retarget_links: 'changes',
};

/** Sentences for a person: which pages the changes of a call add, change and delete, and who asked for changes. */
export async function consequenceOfEdits(
  { spaceId, existing, changes, merge, allowPlainLinks }: Arguments,
  context: CallContext,
): Promise<string> {
  const location = { spaceId: String(spaceId), changeRequestId: String(existing) };
  const asked =
    merge === true && existing !== undefined
      ? await requestedChanges(location, new Steps(refuseExcluded(context)))
      : '';
  const given = changes as PageEdit[];
  const edits = await namedByTitle(given, { spaceId, existing }, context);
  const pages = new Map<string, Set<string>>();
  for (const edit of edits) {
    const verb = VERBS[edit.operation];
    pages.set(
      verb,
      (pages.get(verb) ?? new Set()).add(quoted(subjectOf(edit)) + withPagesBelow(edit)),
    );
  }
  let left = MAX_NAMED;
  const parts = [...pages].map(([verb, all]) => {
    const named = [...all].slice(0, left);
    left -= named.length;
    const others = all.size - named.length;
    return `${verb} ${[...named, ...(others > 0 ? [`${others} more`] : [])].join(', ')}`;
  });
  const edited = parts.length > 0 ? `It ${parts.join('; ')}.` : '';
  const source: ContentLocation = existing === undefined ? { spaceId: location.spaceId } : location;
  const ids = edits.map(({ id, ...edit }) => ({ ...edit, ...(id && { page: id }) }));
  const edit = { ...source, existing: source.changeRequestId, changes: given, allowPlainLinks };
  const links =
    merge === true && given.length > 0
      ? [
          await linksToHeadings(edit as GivenEdit, context),
          await linksToDeleted(source, ids, context),
        ]
      : [];
  return [edited, ...links, asked].filter(Boolean).join(' ');
}

/**
 * A sentence for a person that names the pages whose links a merge breaks because it rewords headings; empty if there are
 * none.
 * @throws {Refusal} for changes that cannot be made, so that nobody is asked about them.
 */
async function linksToHeadings(edit: GivenEdit, context: CallContext): Promise<string> {
  const steps = new Steps(refuseExcluded(context));
  const effects = await ifAvailable(async () => {
    const { before, texts } = await prepareEdit(edit, steps);
    if (texts.reworded.size === 0) return undefined;
    const source = { spaceId: edit.spaceId, changeRequestId: edit.existing };
    const { changes, reworded } = texts;
    const written = changes.filter(({ page = '' }) => reworded.has(page));
    const inTexts = written.map(({ operation, page, document }) => ({ operation, page, document }));
    return predictLinkEffects(source, before, { changes: inTexts, reworded }, steps);
  });
  return brokenLinksOn(effects?.nowhere?.map(({ title }) => title) ?? []);
}

/** A change, with the id of its page, and the number of pages below the one that it deletes. */
type NamedEdit = PageEdit & { id?: string; below?: number };

function withPagesBelow({ below = 0 }: NamedEdit): string {
  return below === 0 ? '' : ` with ${below} ${below === 1 ? 'page' : 'pages'} below it`;
}

/** The subject of a change: its page, or the title or file that it adds. */
function subjectOf({ page, title, document, files = [] }: PageEdit): string {
  const heading = document?.markdown?.match(/^# (.+)$/m)?.[1];
  return page ?? title ?? heading ?? (files.map(({ name }) => name).join(', ') || 'a page');
}

/**
 * The changes with the titles of their pages, unless the pages cannot be read.
 * @throws {Refusal} for a page that does not exist, so that nobody is asked about it.
 */
async function namedByTitle(
  changes: readonly PageEdit[],
  { spaceId, existing }: Arguments,
  context: CallContext,
): Promise<readonly NamedEdit[]> {
  const location = {
    spaceId: String(spaceId),
    ...(existing !== undefined && { changeRequestId: String(existing) }),
  };
  const reader = readersOf(location).pages;
  if (context.isExcluded?.(reader.tool)) return changes;
  const { pages = [] } = (await ifReadable(() => send(reader, location, context))) ?? {};
  if (pages.length === 0) return changes;
  const known = new Map(flattenPages(pages).map((page) => [page.id, page]));
  const named = await resolvePages(
    pages,
    changes,
    () => filesOf(location, context),
    readersOf(location).file.tool,
  );
  return named.map((edit) => {
    const page = known.get(edit.page ?? '');
    if (page === undefined) return edit;
    const isDeleted = edit.operation === 'delete_page';
    const below = isDeleted ? flattenPages(page.pages ?? []).length : 0;
    return { ...edit, page: page.title, id: page.id, below };
  });
}
