import { LRUCache } from 'lru-cache';

/** Shorter texts are parsed in little more time than is worth saving. */
const MIN_CHARACTERS = 16_000;

/** Maximum characters of all texts together: the versions of one very long page, as an edit compares them. */
const MAX_CHARACTERS = 1_000_000;

/** What was made of the long texts that were used most recently. */
export class RecentTexts<Made extends object> {
  readonly #made = new LRUCache<string, Made>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, text) => text.length,
  });

  get(text: string): Made | undefined {
    return text.length < MIN_CHARACTERS ? undefined : this.#made.get(text);
  }

  set(text: string, made: Made): void {
    if (text.length >= MIN_CHARACTERS) this.#made.set(text, made);
  }
}
