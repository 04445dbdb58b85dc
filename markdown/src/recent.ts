/** Shorter texts are parsed in little more time than is worth saving. */
const MIN_CHARACTERS = 16_000;

/** Maximum characters of all texts together: the versions of one very long page, as an edit compares them. */
const MAX_CHARACTERS = 1_000_000;

/** What was made of the long texts that were used most recently. */
export class RecentTexts<Made> {
  /** The least recently used one first. */
  readonly #made = new Map<string, Made>();
  #characters = 0;

  get(text: string): Made | undefined {
    if (text.length < MIN_CHARACTERS) return undefined;
    const made = this.#made.get(text);
    if (made === undefined) return undefined;
    this.#made.delete(text);
    this.#made.set(text, made);
    return made;
  }

  set(text: string, made: Made): void {
    if (text.length < MIN_CHARACTERS || text.length > MAX_CHARACTERS) return;
    if (!this.#made.has(text)) this.#characters += text.length;
    this.#made.set(text, made);
    for (const [oldest] of this.#made) {
      if (this.#characters <= MAX_CHARACTERS) break;
      this.#made.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
