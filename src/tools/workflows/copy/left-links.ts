import { quoted } from '../../../text/index.ts';
import type { CopiedText } from './text.ts';

const KINDS = ['linkedPages', 'linkedFiles', 'deadLinks'] as const;

type Kind = (typeof KINDS)[number];

const MESSAGES: Readonly<Record<Kind, (where: string) => string>> = {
  linkedPages: (where) => `links on ${where}: they lead to pages that stay in the other space`,
  linkedFiles: (where) => `files on ${where}: the copy shows them from the other space`,
  deadLinks: (where) => `targets of links on ${where}, which lead nowhere there`,
};

/** Counts the links and pictures of copied pages whose targets are not copied. */
export class LeftLinks {
  readonly #pages: { title: string; counts: Pick<CopiedText, Kind> }[] = [];

  add(title: string, counts: Pick<CopiedText, Kind>): void {
    this.#pages.push({ title, counts });
  }

  /** One line for each kind of target that there is. */
  notes(): string[] {
    return KINDS.flatMap((kind) => {
      const found = this.#pages.filter(({ counts }) => counts[kind] > 0);
      const count = found.reduce((sum, { counts }) => sum + counts[kind], 0);
      const where = found.length === 1 ? quoted(found[0]?.title ?? '') : `${found.length} pages`;
      return count === 0 ? [] : [`${count} ${MESSAGES[kind](where)}`];
    });
  }
}
