import type { PageNode } from '../../../operations/index.ts';
import { significantWords } from './words.ts';

/** Maximum number of pages that one text may lead to; a text that leads to more says nothing about its target. */
const MAX_TARGETS = 2;

/** The pages that working links with some visible text lead to. */
export class LinkedByText {
  readonly #pages = new Map<string, Set<PageNode>>();

  add(label: string, page: PageNode): void {
    const words = nameOf(label);
    const known = this.#pages.get(words);
    if (known) known.add(page);
    else if (words !== '') this.#pages.set(words, new Set([page]));
  }

  of(label: string): PageNode[] {
    const pages = this.#pages.get(nameOf(label)) ?? new Set();
    return pages.size > MAX_TARGETS ? [] : [...pages];
  }
}

function nameOf(label: string): string {
  return significantWords(label).join(' ');
}
