import type { Span } from './ranges.ts';

/** The first word of every mark. */
const WORD = 'untrusted';

/** Letters of other scripts that look like those of the word. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '\u03c5': 'u',
  '\u057d': 'u',
  '\u1d1c': 'u',
  '\u0578': 'n',
  '\u043f': 'n',
  '\u0442': 't',
  '\u03c4': 't',
  '\u1d1b': 't',
  '\u0433': 'r',
  '\u1d26': 'r',
  '\u0455': 's',
  '\ua731': 's',
  '\u0435': 'e',
  '\u0451': 'e',
  '\u1d07': 'e',
  '\u0501': 'd',
  '\u1d05': 'd',
};

const OPENS = '[<\uff1c\ufe64\u2039\u3008\u27e8\u02c2\u1438\u276e\u2770\u29fc\u226e]';
const ENTITY =
  '&(?:amp;){0,3}(?:lt|LT|[lL]ang(?:le)?|lsaquo|nvlt|LessThan|#0{0,8}60|#[xX]0{0,8}3[cC]);?';
const BETWEEN =
  '(?:[\\s/\\\\\uff0f\u2044\u2215\u29f8!?.|_-]|&(?:amp;){0,3}(?:b?sol|nbsp|e[mn]sp|thinsp|Tab|NewLine|excl|#0{0,8}(?:47|92|160)|#[xX]0{0,8}(?:2[fF]|5[cC]|[aA]0));?)';

/** What may occur between two letters of the word: accents, a few spaces or hyphens, invisible characters. */
const FILLER = /(?:[\p{M}\p{Cf}\s_.·*-]|&(?:shy|nbsp|zwn?j|ZeroWidthSpace|NoBreak);){1,4}/uy;

/** A letter as a numeric character reference. */
const REFERENCE = /&(?:amp;){0,3}#(?:0{0,8}(\d{2,7})|[xX]0{0,8}([0-9a-fA-F]{2,6}));?/y;

/** Repeated opening characters, with anything that may occur between them and a word. */
const OPENINGS = new RegExp(`(?:${OPENS}|${ENTITY})(?:${OPENS}|${ENTITY}|${BETWEEN})*`, 'g');
const ALL_OPENINGS = new RegExp(`^(?:${OPENS}|${ENTITY})+$`);
const ONE_OPENING = new RegExp(`${OPENS}|${ENTITY}`, 'g');

/**
 * Removes the opening characters of text that imitates the marks, in any script and however often repeated. The rest is
 * harmless.
 */
export function markOpenings(text: string): Span[] {
  const ranges: Span[] = [];
  if (!mayOpen(text)) return ranges;
  for (const { 0: run, index } of text.matchAll(OPENINGS)) {
    if (!isWord(text, index + run.length)) continue;
    for (const { 0: opening, index: within } of run.matchAll(ONE_OPENING)) {
      ranges.push([index + within, index + within + opening.length]);
    }
  }
  return ranges;
}

/** Whether a text may have opening characters: in ASCII, there are two, which are found faster than by an expression. */
function mayOpen(text: string): boolean {
  return text.includes('<') || text.includes('&') || Buffer.byteLength(text) !== text.length;
}

/** Whether a removed text is the beginning of such an imitation. */
export function isMarkOpening(text: string): boolean {
  return ALL_OPENINGS.test(text);
}

/** Whether the word occurs at this offset, in any script. */
function isWord(text: string, at: number): boolean {
  let place = at;
  for (const letter of WORD) {
    const { 0: written, 1: decimal, 2: hexadecimal } = matchAt(REFERENCE, text, place) ?? [];
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
    const character = characterOf(written === undefined ? text.codePointAt(place) : code);
    if (baseCharacter(character) !== letter) return false;
    place += (written ?? character).length;
    place += matchAt(FILLER, text, place)?.[0].length ?? 0;
  }
  return true;
}

function matchAt(sticky: RegExp, text: string, place: number): RegExpExecArray | null {
  sticky.lastIndex = place;
  return sticky.exec(text);
}

function characterOf(code = 0): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function baseCharacter(character: string): string {
  const base = character.normalize('NFKD').charAt(0).toLowerCase();
  return LOOKALIKES[base] ?? base;
}
