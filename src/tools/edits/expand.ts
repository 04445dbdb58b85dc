import { Refusal } from '../refusal.ts';
import type { Change } from '../workflows/open-change-request/changes.ts';
import { changedText, isTextChange } from './text-changes.ts';
import type { PageWrite } from './verify.ts';

/** A page as it was read before a part of its text is changed. */
export interface ReadPage {
  id: string;
  title: string;
  markdown?: string;
}

export interface Expanded {
  /** The same number of changes, with changes of a part of a text expanded to the whole text. */
  changes: Change[];
  /** The pages that change in part, by the index of the change that carries their text. */
  writes: Map<number, PageWrite>;
}

/**
 * Expands changes of parts of texts to changes of whole texts. Several changes of one page apply in order, each to
 * the text that the previous one left, and the last carries the text.
 * @throws {Refusal} if the text to replace does not occur exactly once.
 */
export async function expandTextChanges(
  given: readonly Change[],
  read: (page: string) => Promise<ReadPage>,
  maxTokens?: number,
): Promise<Expanded> {
  const writes = new Map<string, PageWrite & { at: number }>();
  const changes: Change[] = [];
  for (const [at, change] of given.entries()) {
    if (!isTextChange(change)) {
      changes.push(change);
      continue;
    }
    const known = writes.get(change.page) ?? (await begun(change.page, read));
    const markdown = known.after ?? '';
    const page = { title: known.page.title, markdown };
    const after = await changedText(change, page, at, maxTokens);
    writes.set(change.page, { ...known, after, at });
    changes.push({ operation: 'update_page', page: change.page });
  }
  for (const { page, at, after = '' } of writes.values()) {
    const whole = given.findIndex(
      (change) => change.page === page.id && !isTextChange(change) && change.document,
    );
    if (whole !== -1) {
      throw new Refusal(
        `Nothing was written. changes[${whole}] writes the whole text of page ${page.id}, of which changes[${at}] changes a part; give one of them.`,
      );
    }
    changes[at] = { operation: 'update_page', page: page.id, document: { markdown: after } };
  }
  return { changes, writes: new Map([...writes.values()].map((write) => [write.at, write])) };
}

async function begun(id: string, read: (page: string) => Promise<ReadPage>) {
  const { title, markdown = '' } = await read(id);
  return { page: { id, title }, before: markdown, after: markdown, fields: {}, at: -1 };
}
