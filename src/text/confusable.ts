/** Quotation marks, dashes and spaces that people and programs confuse, and one for all of a kind. */
export const CONFUSABLE: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u2032': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2033': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u00a0': ' ',
};

/** The sets of characters of a kind, as a regular expression matches one of them, by each of their characters. */
const CLASSES = new Map<string, string>();
for (const one of new Set(Object.values(CONFUSABLE))) {
  const others = Object.keys(CONFUSABLE).filter((character) => CONFUSABLE[character] === one);
  for (const character of [one, ...others]) {
    CLASSES.set(character, `[${others.join('')}${one}]`);
  }
}

const ANY = new RegExp(`[${Object.keys(CONFUSABLE).join('')}'" -]`, 'gu');

/** The text with quotation marks, dashes and spaces of one kind each, at the same offsets. */
export function foldConfusable(text: string): string {
  return text.replaceAll(ANY, (character) => CONFUSABLE[character] ?? character);
}

/** The source of a regular expression for a text, with any of its kind in place of each quotation mark, dash and space. */
export function anyConfusable(source: string): string {
  return source.replaceAll(ANY, (character) => CLASSES.get(character) ?? character);
}
