import { CHANGES_AT_ONCE } from '../../operations/content-changes.ts';
import type { JobCaller } from '../../thread-pool.ts';
import { type JobInput, runJob } from '../jobs/run.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext } from '../tool.ts';
import type { PageEdit } from '../workflows/open-change-request/changes.ts';
import type { IncludeHint } from './included-text.ts';
import { isTextChange, type PageWrite } from './text-changes.ts';

/** A page as it was before a part of its text is changed. */
export interface OriginalPage {
  id: string;
  title: string;
  description?: string;
  markdown?: string;
}

export interface ExpandedChanges {
  /** The same changes, with those of a part of a text expanded to the whole text. */
  changes: PageEdit[];
  /** The pages that change in part, by the index of the change that carries their text. */
  writes: Map<number, PageWrite>;
  /** The indexes of the changes whose `old` the page says in other punctuation, spaces or marks. */
  loose: number[];
}

interface ExpansionOptions {
  /** Maximum number of tokens of a text in an answer. */
  maxTokens?: number;
  /** A better reason why a change does not fit. */
  hint?: IncludeHint;
}

/**
 * Expands changes of parts of texts to changes of whole texts. Several changes of one page apply in order, each to
 * the text that the previous one left, and the last carries the text.
 * @throws {Refusal} if the text to replace does not occur exactly once.
 */
export async function expandTextChanges(
  given: readonly PageEdit[],
  read: (page: string) => Promise<OriginalPage>,
  caller: JobCaller,
  { maxTokens, hint }: ExpansionOptions = {},
): Promise<ExpandedChanges> {
  const writes = new Map<string, PageWrite & { at: number; description?: string }>();
  const changes: PageEdit[] = [];
  const loose: number[] = [];
  for (const [at, sent] of given.entries()) {
    const change = normalizeLineEnds(sent);
    if (!isTextChange(change)) {
      changes.push(change);
      continue;
    }
    const known = writes.get(change.page) ?? (await startWrite(change.page, read));
    const markdown = known.after ?? '';
    const page = { title: known.page.title, description: known.description, markdown };
    const changed = await runJob('changeText', { change, page, maxTokens }, caller);
    if ('misfit' in changed) {
      const why = (await hint?.(change, markdown)) || changed.misfit;
      throw new Refusal(`Nothing was written. changes[${at}]: ${why}`);
    }
    if (changed.isLoose) loose.push(at);
    const after = changed.text;
    writes.set(change.page, { ...known, after, at });
    changes.push({ operation: 'update_page', page: change.page });
  }
  for (const { page, at, before = '', after = '' } of writes.values()) {
    const wholeEdit = given.findIndex(
      (change) => change.page === page.id && !isTextChange(change) && change.document,
    );
    if (wholeEdit !== -1) {
      throw new Refusal(
        `Nothing was written. changes[${wholeEdit}] writes the whole text of page ${page.id}, of which changes[${at}] changes a part; give one of them.`,
      );
    }
    await refuseBrokenBlocks({ before, after }, at, caller);
    changes[at] = { operation: 'update_page', page: page.id, document: { markdown: after } };
  }
  refuseTooMany(changes);
  return {
    changes,
    writes: new Map([...writes.values()].map((write) => [write.at, write])),
    loose,
  };
}

/** What a result says of changes whose `old` the page says a little differently. */
export function looseNote({ loose }: ExpandedChanges): { looseMatches?: string } {
  if (loose.length === 0) return {};
  const named = loose.map((at) => `changes[${at}]`).join(', ');
  return {
    looseMatches: `${named}: the page says old in other punctuation, spaces or marks, and keeps these.`,
  };
}

/**
 * Checks the whole texts that changes write; `expandTextChanges` checks those that change in part.
 * @throws {Refusal} if one is only the part of a page that was shown, or its blocks would not match, and did before.
 */
export async function refuseUnfitDocuments(
  { changes, writes }: ExpandedChanges,
  read: (page: string) => Promise<OriginalPage>,
  caller: CallContext,
  isCopy: (at: number) => boolean,
): Promise<void> {
  const { maxResultTokens: maxTokens } = caller;
  for (const [at, { operation, page, document }] of changes.entries()) {
    const isNew = operation === 'insert_page';
    if (document?.markdown === undefined || writes.has(at) || (isNew && isCopy(at))) continue;
    const { markdown: after } = document;
    const before = (isNew || page === undefined ? undefined : (await read(page)).markdown) ?? '';
    const texts = { stored: before, written: after, maxTokens };
    if (await runJob('isTruncatedText', texts, caller)) throw truncatedPageRefusal(page);
    await refuseBrokenBlocks({ before, after }, at, caller);
  }
}

/** The refusal of a page of which only the part that was shown is written back. */
export function truncatedPageRefusal(page = ''): Refusal {
  return new Refusal(
    `Nothing was written. Page ${page} is too long for one answer, and this is the part of it that was shown: the rest would be lost. Change a part of it: replace_section or replace_text here, or edit_section.`,
  );
}

async function refuseBrokenBlocks(
  texts: JobInput<'describeBroken'>,
  at: number,
  caller: JobCaller,
): Promise<void> {
  const problem = await runJob('describeBroken', texts, caller);
  if (problem) throw new Refusal(`Nothing was written. changes[${at}]: ${problem}`);
}

/** Converts the line ends of all texts to those of the platform. */
function normalizeLineEnds(change: PageEdit): PageEdit {
  const { old, new: replacement, document } = change;
  return {
    ...change,
    ...(old !== undefined && { old: withUnixLineEnds(old) }),
    ...(replacement !== undefined && { new: withUnixLineEnds(replacement) }),
    ...(document?.markdown !== undefined && {
      document: { ...document, markdown: withUnixLineEnds(document.markdown) },
    }),
  };
}

function withUnixLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** `operation` and `page` alone change nothing. */
const ESSENTIAL_FIELDS = 2;

/** Whether an update changes nothing. Of several partial changes to a page, only the last carries the text. */
export function isEmptyUpdate(change: PageEdit): boolean {
  return change.operation === 'update_page' && Object.keys(change).length <= ESSENTIAL_FIELDS;
}

/** @throws {Refusal} for more changes than the platform accepts, because it would apply only some of them. */
function refuseTooMany(changes: readonly PageEdit[]): void {
  const count = changes.filter((change) => !isEmptyUpdate(change)).length;
  if (count <= CHANGES_AT_ONCE) return;
  throw new Refusal(
    `Nothing was written. These are ${count} changes, and the platform makes ${CHANGES_AT_ONCE} at once, all or none; changes of texts count once for each page. Send the first ${CHANGES_AT_ONCE}, and then the others for the same change request. replace_in_pages changes one text on any number of pages.`,
  );
}

async function startWrite(id: string, read: (page: string) => Promise<OriginalPage>) {
  const { title, description, markdown = '' } = await read(id);
  return {
    page: { id, title },
    description,
    before: markdown,
    after: markdown,
    fields: {},
    at: -1,
  };
}
