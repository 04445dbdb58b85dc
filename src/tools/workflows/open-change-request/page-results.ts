import { type ChangeRequestLocation, flattenPages } from '../../../content/index.ts';
import { operations, type PageNode } from '../../../operations/index.ts';
import { respellIn } from '../../edits/respell-in.ts';
import { isTextChange } from '../../edits/text-changes.ts';
import { titleLine } from '../../edits/title-line.ts';
import { runJob } from '../../jobs/run.ts';
import { diffOf } from '../change/write.ts';
import { foldCopiedLines } from '../copy/copies.ts';
import { type BadLink, badLinksOf } from '../links.ts';
import { linksAddedBy, moveOf, type PageMove } from '../review/added-bad-links.ts';
import type { Steps } from '../workflow.ts';
import { frontmatterSet, type PageEdit } from './changes.ts';
import { outcomesOf, type ShownOutcome, type TextOutcome } from './outcomes.ts';
import type { PreparedEdit } from './prepare-edit.ts';

/** A page that the platform reports as written. */
export interface WrittenItem {
  object: 'created_page' | 'updated_page' | 'deleted_page';
  page: { id: string } | string;
}

/** A change request with its page tree before and after an edit. */
export interface EditedTrees {
  location: ChangeRequestLocation;
  before: readonly PageNode[];
  after: readonly PageNode[];
}

/** A prepared edit that was sent. */
type WrittenEdit = Pick<PreparedEdit, 'changes' | 'copied' | 'reads'> & {
  outcomes: readonly WrittenItem[];
};

/** The findings after reading a written page back. */
interface ReadBack {
  /** The change of its text, or the differences between the sent and the stored text. */
  text: { diff?: string; differences?: string; frontmatter?: string };
  note?: string;
  /** Links that the edit broke or wrote broken, and the number of those that were broken before. */
  badLinks: BadLink[];
  oldBadLinks: number;
}

/** The outcome for each touched page, with its diff or the differences from what was sent, and for its links. */
export async function pageResults(trees: EditedTrees, edit: WrittenEdit, steps: Steps) {
  const { changes, outcomes, reads } = edit;
  const { location, before, after } = trees;
  const sent = sentTexts(changes, outcomes);
  const former = new Map(flattenPages(before).map((page) => [page.id, page]));
  const now = new Map(flattenPages(after).map((page) => [page.id, page]));
  const read = new Map<string, ReadBack>();
  const respell = respellIn(location.spaceId, steps.caller);
  for (const outcome of outcomes.filter(({ object }) => object !== 'deleted_page')) {
    const id = pageIdOf(outcome);
    const page = { id, former: former.get(id), move: moveOf(former.get(id), now.get(id), trees) };
    const markdown = reads.get(id)?.markdown;
    const respelled = (stored: string) =>
      respell({ page: id, before: markdown ?? '', after: stored }, { before, after });
    const texts = { sent: sent.get(id), earlier: markdown, respelled };
    read.set(id, await readBack(location, page, texts, steps));
  }
  const touched = new Set(outcomes.map(pageIdOf));
  const texts = new Map<string, TextOutcome>([
    ...[...sent.keys(), ...reads.keys()].map((id) => [id, 'edited'] as const),
    ...restoredIn(changes).map((id) => [id, restoredText(id, changes)] as const),
  ]);
  const moved = movedByChanges(changes);
  const slugs = slugsGiven(changes, outcomes);
  const pages = outcomesOf(before, after, touched, texts, moved).map((page) => {
    const { text, note = takenSlugNote(slugs.get(page.id), page.path) } = read.get(page.id) ?? {};
    return { ...page, ...text, ...(note !== undefined && { note }) };
  });
  const badLinks = [...read.values()].flatMap((one) => one.badLinks);
  const oldBadLinks = [...read.values()].reduce((sum, one) => sum + one.oldBadLinks, 0);
  return {
    pages: withCopiesFolded(pages, edit),
    badLinks,
    ...(oldBadLinks > 0 && { oldBadLinks }),
  };
}

/** The texts to compare a page with that was read back. */
interface TextsBefore {
  sent: string | undefined;
  /** Before the edit, as it was read. */
  earlier: string | undefined;
  /** The same, with its links spelled as in the stored text where they lead to the same places. */
  respelled: (stored: string) => Promise<string>;
}

/** Reads a page back, and compares it with what was sent and with what it was before. */
async function readBack(
  location: ChangeRequestLocation,
  { id, former, move }: { id: string; former: PageNode | undefined; move: PageMove | undefined },
  { sent, earlier: read, respelled }: TextsBefore,
  steps: Steps,
): Promise<ReadBack> {
  const where = { ...location, pageId: id };
  const { title, markdown = '' } = await steps.send(operations.getChangeRequestPage, where);
  const earlier = read === undefined ? undefined : await respelled(markdown);
  const note = repeatedTitleNote(former?.title, { title, markdown }, earlier);
  const page = { id, title, former };
  const text = await textResult(page, { sent, earlier, stored: markdown }, steps);
  const links = await badLinksOf(location, { id, title }, steps);
  const isNew = former === undefined || (sent !== undefined && text.diff === undefined);
  const added = isNew ? links : linksAddedBy(text.diff, links, move);
  await steps.report('read again', title);
  return {
    text,
    ...(note !== undefined && { note }),
    badLinks: added,
    oldBadLinks: links.length - added.length,
  };
}

async function textResult(
  { former, ...page }: { id: string; title: string; former: PageNode | undefined },
  { sent, earlier, stored }: { sent?: string; earlier?: string; stored: string },
  { caller }: Steps,
): Promise<ReadBack['text']> {
  const differences =
    sent === undefined ? undefined : await runJob('storedDifferently', { sent, stored }, caller);
  if (differences !== undefined) return { differences };
  if (earlier === undefined) return {};
  const set = frontmatterSet(sent, former);
  if (earlier === stored) return set;
  return {
    diff: await diffOf({ page, before: earlier, after: stored, fields: {} }, caller),
    ...set,
  };
}

/** The pages without the copied lines: the caller knows where these come from. */
function withCopiesFolded<P extends ShownOutcome & { diff?: string }>(
  pages: readonly P[],
  { changes, copied, outcomes }: WrittenEdit,
) {
  const creatorOf = changeOfCreatedPage(changes, outcomes);
  return pages.map((page) => {
    const isInto = page.diff !== undefined && copied.into.has(page.id);
    const creator = creatorOf.get(page.id) ?? -1;
    const copy = copied.copies.has(creator) ? changes[creator]?.document?.markdown : undefined;
    return {
      ...page,
      ...(isInto && { diff: foldCopiedLines(String(page.diff)) }),
      ...(copy !== undefined && {
        copied: `${linesIn(copy)} lines, verbatim apart from links and heading levels`,
      }),
    };
  });
}

function movedByChanges(changes: readonly PageEdit[]): Set<string> {
  const placing = changes.filter(({ into, at }) => into !== undefined || typeof at === 'number');
  return new Set([...placing.flatMap(({ page }) => page ?? []), ...restoredIn(changes)]);
}

function restoredIn(changes: readonly PageEdit[]): string[] {
  return changes.flatMap(({ operation, page }) =>
    operation === 'revert_page' && page !== undefined ? page : [],
  );
}

/** Whether the restored text was changed afterwards. */
function restoredText(id: string, changes: readonly PageEdit[]): TextOutcome {
  const isEdited = changes.some((change) => isTextChange(change) && change.page === id);
  return isEdited ? 'restored, edited' : 'restored';
}

/** The sent markdown of each touched page: by id, or in order for inserted pages. */
function sentTexts(
  changes: readonly PageEdit[],
  outcomes: readonly WrittenItem[],
): Map<string, string> {
  const others = changes.filter(({ operation }) => operation !== 'replace_section');
  const sent = [
    ...others.map(({ page, document }) => [page, document?.markdown] as const),
    ...[...changeOfCreatedPage(changes, outcomes)].map(
      ([id, index]) => [id, changes[index]?.document?.markdown] as const,
    ),
  ];
  return new Map(sent.filter((entry): entry is [string, string] => !entry.includes(undefined)));
}

/** The index of the change that made each created page, by the page. */
function changeOfCreatedPage(
  changes: readonly PageEdit[],
  outcomes: readonly WrittenItem[],
): ReadonlyMap<string, number> {
  const created = outcomes.filter(({ object }) => object === 'created_page').map(pageIdOf);
  const inserts = [...changes.keys()].filter((at) => changes[at]?.operation === 'insert_page');
  return new Map(created.map((id, location) => [id, inserts[location] ?? -1]));
}

/** The ids of the created pages, by the refs that the changes give them. */
export function idsOfNewPages(
  changes: readonly PageEdit[],
  outcomes: readonly WrittenItem[],
): ReadonlyMap<string, string> {
  const created = [...changeOfCreatedPage(changes, outcomes)];
  return new Map(
    created.flatMap(([id, at]) => {
      const ref = changes[at]?.ref;
      return ref === undefined ? [] : [[ref, id] as const];
    }),
  );
}

/** The slugs that changes give to pages. */
function slugsGiven(
  changes: readonly PageEdit[],
  outcomes: readonly WrittenItem[],
): ReadonlyMap<string, string | undefined> {
  return new Map([
    ...changes.flatMap(({ page, slug }) => (page && slug ? [[page, slug] as const] : [])),
    ...[...changeOfCreatedPage(changes, outcomes)].map(
      ([id, at]) => [id, changes[at]?.slug] as const,
    ),
  ]);
}

function takenSlugNote(slug: string | undefined, path = ''): string | undefined {
  if (!slug || !path.slice(path.lastIndexOf('/') + 1).startsWith(`${slug}-`)) return undefined;
  return `another page here has the slug ${slug}`;
}

function linesIn(text: string): number {
  return text.trimEnd().split('\n').length;
}

function pageIdOf({ page }: WrittenItem): string {
  return typeof page === 'string' ? page : page.id;
}

/**
 * The note for a renamed page whose text still begins with its former title as a heading. Not for a section with which
 * this edit begins the text: `earlier` is the text before, if it is rewritten.
 */
function repeatedTitleNote(
  former: string | undefined,
  { title, markdown = '' }: { title: string; markdown?: string },
  earlier?: string,
): string | undefined {
  if (former === undefined || former === title) return undefined;
  const line = firstLine(markdown, title);
  const isNew = earlier !== undefined && firstLine(earlier, former) !== line;
  if (!/^#{1,6} /.test(line) || (isNew && !line.startsWith('# '))) return undefined;
  const heading = headingText(line);
  return heading.toLowerCase() === headingText(former).toLowerCase()
    ? `its first heading still says ${heading}`
    : undefined;
}

/** The first line of a text below the title that reading adds. */
function firstLine(markdown: string, title: string): string {
  const text = markdown.slice(titleLine(markdown, title)?.[1] ?? 0).trimStart();
  return text.split('\n', 1)[0] ?? '';
}

/** The text of a heading, without its marks and its anchor. */
function headingText(heading: string): string {
  const [words = ''] = heading.replace(/^#{1,6} /, '').split('<a ', 1);
  return words.trim();
}
