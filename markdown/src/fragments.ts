import type { Heading } from './headings.ts';
import { percentDecoded } from './repository/paths.ts';
import { romanize, syllablesOf } from './romanized.ts';

/** Characters that the service spells out in the fragment of a heading. */
const SPELLED: Readonly<Record<string, string>> = {
  '&': 'and',
  '<': 'lessthan',
  '>': 'greaterthan',
};

const SIGN = /[&<>]/g;
/** How the service spells a dollar sign, as a part of the next word. It used to leave the sign out. */
const DOLLAR = 'usd';
/** Characters that fragments omit; all others become dashes. */
const DROPPED = /['’"“”()?!,:;]/g;
const NO_WORD = /[^\p{L}\p{N}]+/gu;

const SYLLABLE = /^[a-z]{1,6}$/;

/** Maximum number of headings with the same number of words that are compared. */
const MAX_FORMS = 200;

/** The service cuts longer fragments. */
const MAX_LENGTH = 100;

/** Prefix that the service adds to a fragment that would begin with a digit. */
const BEFORE_DIGIT = /^id-(?=\d)/;

/**
 * The valid fragments of a text. Over time the service has used several rules for headings, which differ only in
 * dashes and other characters (`a--b`, `a-and-b`, `id-3.-list`), and it keeps all those links working.
 */
export class Fragments {
  readonly #anchors: ReadonlySet<string>;
  readonly #plain = new Set<string>();
  /** Long fragments as the service cuts them. */
  readonly #cut = new Set<string>();
  /** The different forms of headings with Chinese characters, by their number of words. */
  readonly #syllables = new Map<number, Map<string, (string | undefined)[]>>();

  constructor(
    anchors: ReadonlySet<string>,
    headings: Iterable<Pick<Heading, 'text'> & Partial<Pick<Heading, 'given'>>>,
  ) {
    this.#anchors = anchors;
    const counts = new Map<string, number>();
    for (const { text, given } of headings) {
      if (given) continue;
      const words = text.toLowerCase();
      const spelled = words.replaceAll(SIGN, (sign) => ` ${SPELLED[sign]} `);
      const priced = spelled.replaceAll('$', DOLLAR);
      for (const form of [words, words.normalize('NFKC').replaceAll(DROPPED, '')]) {
        this.#addSyllables(form);
      }
      if (words.length > MAX_LENGTH) for (const form of serviceFragments(text)) this.#cut.add(form);
      for (const form of new Set([words, spelled, priced, ...romanize(words)].map(lettersOf))) {
        const before = counts.get(form) ?? 0;
        counts.set(form, before + 1);
        this.#plain.add(before === 0 ? form : `${form}${before}`);
      }
    }
    this.#plain.delete('');
  }

  /** Whether a fragment, as written in an address after `#`, is valid. */
  has(fragment: string): boolean {
    if (this.#anchors.has(fragment) || this.#cut.has(fragment)) return true;
    const name = percentDecoded(fragment);
    const words = name.replace(BEFORE_DIGIT, '');
    return (
      this.#anchors.has(name) || this.#plain.has(lettersOf(words)) || this.#hasSyllables(words)
    );
  }

  #addSyllables(words: string): void {
    const syllables = syllablesOf(words);
    if (!syllables) return;
    const forms = this.#syllables.get(syllables.length) ?? new Map();
    this.#syllables.set(syllables.length, forms);
    if (forms.size < MAX_FORMS) forms.set(syllables.join(' '), syllables);
  }

  /** Whether a fragment has a syllable for every Chinese character of a heading, and its other words. */
  #hasSyllables(fragment: string): boolean {
    if (this.#syllables.size === 0) return false;
    const given = fragment.split(NO_WORD).filter((word) => word !== '');
    const isCounted = /^\d+$/.test(given.at(-1) ?? '');
    return [given, ...(isCounted ? [given.slice(0, -1)] : [])].some((words) =>
      [...(this.#syllables.get(words.length)?.values() ?? [])].some((form) =>
        form.every((word, at) => word === words[at] || (!word && SYLLABLE.test(words[at] ?? ''))),
      ),
    );
  }
}

/** The fragments of a heading under all the service's rules, past and present. */
export function serviceFragments(heading: string): string[] {
  const words = heading
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll('<', ' less than ')
    .replaceAll('>', ' greater than ');
  const forms = [words.replaceAll('$', DOLLAR), words]
    .flatMap((form) => [
      slugOf(form.replaceAll(DROPPED, ''), /[^\p{L}\p{N}_.]+/gu),
      slugOf(form, /[^\p{L}\p{N}_]+/gu),
    ])
    .filter((form) => form !== '');
  forms.push(...forms.flatMap(romanize));
  const all = forms.flatMap((form) => (/^\d/.test(form) ? [form, `id-${form}`] : [form]));
  return [...new Set(all.flatMap((form) => [form, form.slice(0, MAX_LENGTH)]))];
}

function slugOf(words: string, signs: RegExp): string {
  return words
    .split(signs)
    .filter((word) => word !== '')
    .join('-');
}

function lettersOf(words: string): string {
  return words.replaceAll(NO_WORD, '');
}
