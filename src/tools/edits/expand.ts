import { Refusal } from '../refusal.ts';
import type { Change } from '../workflows/open-change-request/changes.ts';
import { changedText, isTextChange } from './text-changes.ts';
import type { PageWrite } from './verify.ts';

/** A page as it is read before a part of its text is changed. */
export interface ReadPage {
  id: string;
  title: string;
  markdown?: string;
}

export interface Expanded {
  /** As many changes as were given, each of a part of a text as one of the whole. */
  changes: Change[];
  /** The pages of which a part of the text changes, by the place of the change that carries their text. */
  writes: Map<number, PageWrite>;
}

/**
 * Turns changes of parts of texts into changes of whole texts. Of several on one page each is made in the text that
 * the ones before left, and the last carries the text.
 * @throws {Refusal} where what is to be replaced is not there once.
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
