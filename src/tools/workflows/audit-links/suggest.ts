import type { PageNode } from '../../../operations/index.ts';
import { LinkedByText } from './linked-by-text.ts';
import type { LinkedText } from './page-links.ts';
import { suggestAnchors } from './suggest-anchors.ts';
import { type LinkWords, PageSuggestions, type SuggestedPage } from './suggest-pages.ts';

/** The possible targets of a broken link. */
export interface Suggestions {
  /** The anchors of the page that it leads to, the most similar first. */
  anchors?: string[];
  /** Pages, the most similar first. */
  perhaps?: SuggestedPage[];
}

/** Suggests targets of broken links, from the pages of a space, their texts, and links that work. */
export class Suggester {
  readonly #pages: readonly PageNode[];
  readonly #texts: ReadonlyMap<string, LinkedText>;
  readonly #linkedByText = new LinkedByText();
  #suggestions: PageSuggestions | undefined;

  /** `texts` are those of pages by id; they may be added later. */
  constructor(pages: readonly PageNode[], texts: ReadonlyMap<string, LinkedText>) {
    this.#pages = pages;
    this.#texts = texts;
  }

  /** Remembers the text of a link that works. */
  learn(label: string, target: PageNode): void {
    this.#linkedByText.add(label, target);
  }

  /** The possible targets of a link on a page; `target` is the page that it leads to, if only its anchor is dead. */
  async of(words: LinkWords, from: PageNode, target: PageNode | undefined): Promise<Suggestions> {
    const { fragment, label } = words;
    if (target) {
      const anchors = await this.#anchorsOf(target, words);
      return anchors.length > 0 ? { anchors } : this.#pageForAnchor(fragment, label, from);
    }
    const perhaps = this.#named().of(words, from.path ?? '');
    return perhaps.length > 0 ? { perhaps } : this.#onlyPageWithAnchor(fragment);
  }

  async #anchorsOf({ id }: PageNode, { fragment, label }: LinkWords): Promise<string[]> {
    const text = this.#texts.get(id);
    const small = fragment.toLowerCase();
    if (text?.fragments.has(small)) return [small];
    return text ? suggestAnchors(fragment, label, text) : [];
  }

  #named(): PageSuggestions {
    this.#suggestions ??= new PageSuggestions(this.#pages, this.#linkedByText);
    return this.#suggestions;
  }

  /** The only page with an anchor, or else those with the text of the link as their name. */
  #pageForAnchor(anchor: string, label: string, from: PageNode): Suggestions {
    const { perhaps } = this.#onlyPageWithAnchor(anchor);
    const found = perhaps ?? this.#named().withName(label, from.path ?? '');
    return found.length > 0 ? { perhaps: found } : {};
  }

  #onlyPageWithAnchor(anchor: string): Suggestions {
    if (anchor === '') return {};
    const [page, another] = this.#pages.filter(({ id }) =>
      this.#texts.get(id)?.fragments.has(anchor),
    );
    if (!page || another) return {};
    return { perhaps: [{ id: page.id, title: page.title, path: page.path, anchor }] };
  }
}
