import type { Heading } from './headings.ts';

/** Characters that the service spells out in the fragment of a heading. */
const SPELLED: Readonly<Record<string, string>> = {
  '&': 'and',
  '<': 'lessthan',
  '>': 'greaterthan',
};

const SIGN = /[&<>]/g;
/** Characters that fragments omit; all others become dashes. */
const DROPPED = /['’"“”()?!,:;]/g;
const NO_WORD = /[^\p{L}\p{N}]+/gu;

/** Prefix that the service adds to a fragment that would begin with a digit. */
const BEFORE_DIGIT = /^id-(?=\d)/;

/**
 * The valid fragments of a text. Over time the service has used several rules for headings, which differ only in
 * dashes and other characters (`a--b`, `a-and-b`, `id-3.-list`), and it keeps all those links working.
 */
export class Fragments {
  readonly #anchors: ReadonlySet<string>;
  readonly #plain = new Set<string>();

  constructor(anchors: ReadonlySet<string>, headings: readonly Heading[]) {
    this.#anchors = anchors;
    const counts = new Map<string, number>();
    for (const { text, given } of headings) {
      if (given) continue;
      const words = text.toLowerCase();
      const spelled = words.replaceAll(SIGN, (sign) => ` ${SPELLED[sign]} `);
      for (const form of new Set([plain(words), plain(spelled)])) {
        const before = counts.get(form) ?? 0;
        counts.set(form, before + 1);
        this.#plain.add(before === 0 ? form : `${form}${before}`);
      }
    }
    this.#plain.delete('');
  }

  /** Whether a fragment, as written in an address after `#`, is valid. */
  has(fragment: string): boolean {
    if (this.#anchors.has(fragment)) return true;
    const name = decoded(fragment);
    return this.#anchors.has(name) || this.#plain.has(plain(name.replace(BEFORE_DIGIT, '')));
  }
}

/** The fragments of a heading under all the service's rules, past and present. */
export function serviceFragments(heading: string): string[] {
  const words = heading
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll('<', ' less than ')
    .replaceAll('>', ' greater than ');
  const forms = [
    dashed(words.replaceAll(DROPPED, ''), /[^\p{L}\p{N}_.]+/gu),
    dashed(words, /[^\p{L}\p{N}_]+/gu),
  ].filter((form) => form !== '');
  const all = forms.flatMap((form) => (/^\d/.test(form) ? [form, `id-${form}`] : [form]));
  return [...new Set(all)];
}

function dashed(words: string, signs: RegExp): string {
  return words
    .split(signs)
    .filter((word) => word !== '')
    .join('-');
}

function plain(words: string): string {
  return words.replaceAll(NO_WORD, '');
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
