import type { Span } from './ranges.ts';

/**
 * Characters that a reader does not see but a model reads: format characters, controls, fillers, tags, blank braille,
 * characters that are none, and private ones. A single private one may be an icon, and a single unassigned one new.
 * Of a row of spaces of uncommon widths, the first one is enough.
 */
const INVISIBLE =
  /[\u{E0061}-\u{E007A}]{5}\u{E007F}|(?![\t\n\f\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB\u{13430}-\u{13440}\u2800\p{Noncharacter_Code_Point}\p{Cs}\u{F0000}-\u{10FFFD}]|[\uE000-\uF8FF]{4,}|\p{Cn}{4,}|(?<=[\u1680\u2000-\u200A\u202F\u205F])[\u1680\u2000-\u200A\u202F\u205F]{3,}/gu;

/** Most texts contain only visible characters, which is much faster to determine. */
const BEYOND_ASCII = /[^\t\n\r\x20-\x7e]/;

/** The ASCII characters that are not visible. */
const CONTROLS = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => BEYOND_ASCII.test(character),
);

/** Characters from which it is faster to search a text for each control than for all of them by an expression. */
const LONG = 2_000;

function isVisibleAscii(text: string): boolean {
  if (text.length < LONG) return !BEYOND_ASCII.test(text);
  return (
    Buffer.byteLength(text) === text.length && !CONTROLS.some((control) => text.includes(control))
  );
}

const JOINERS = new Set(['\u200C', '\u200D']);

/** Scripts that use joiners inside of words. */
const JOINED_LETTER =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Mongolian}]$/u;

const PICTOGRAPH_BEFORE = /\p{Extended_Pictographic}(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F)?$/u;
const PICTOGRAPH_AFTER = /^\p{Extended_Pictographic}/u;
const EMOJI_BASE = /\p{Extended_Pictographic}$/u;

/** A digit becomes a keycap with a selector and this mark. */
const KEYCAP_BASE = /[0-9#*]$/;
const KEYCAP = '\u20E3';

/** The flags of England, Scotland and Wales: a black flag and a name in tag characters. */
const FLAG_BASE = /\u{1F3F4}$/u;
const FLAG_NAMES = new Set(
  ['gbeng', 'gbsct', 'gbwls'].map(
    (name) =>
      `${String.fromCodePoint(...Array.from(name, (letter) => 0xe0000 + letter.charCodeAt(0)))}\u{E007F}`,
  ),
);

/** Separators that shape the letters of a script next to them. */
const MONGOLIAN = /^[\u180B-\u180F]$/;
const MONGOLIAN_LETTER = /(?![\u180B-\u180F])\p{Script=Mongolian}[\u180B-\u180F]?$/u;

/** Controls that arrange the hieroglyphs next to them. */
const HIEROGLYPHIC = /^[\u{13430}-\u{13440}]$/u;
const HIEROGLYPH = /[\u{13000}-\u{1342F}\u{13441}-\u{143FF}][\u{13430}-\u{13440}]?$/u;

/** Separates words in braille. */
const BLANK_BRAILLE = '\u2800';
const BRAILLE_BEFORE = /[\u2801-\u28FF]$/;
const BRAILLE_AFTER = /^[\u2801-\u28FF]/;

/** Selectors of a registered form of an ideograph, and of a variant of a sign or letter. */
const IDEOGRAPHIC = /^[\uFE00-\uFE02\u{E0100}-\u{E011F}]$/u;
const IDEOGRAPH = /[\p{Script=Han}\u3001\u3002\uFF01-\uFF5E]$/u;
const VARIED = /[\p{Sm}\p{Script=Myanmar}\p{Script=Phags_Pa}0]$/u;

/** Names have variants; in a text of nothing else, they would be a message. */
const MANY_VARIED = /(?:\p{Script=Han}[\uFE00-\uFE02\u{E0100}-\u{E011F}]){3}\p{Script=Han}$/u;
const REACH_OF_MANY = 13;

/** How many neighbours of a character are examined. */
const REACH = 6;

/** The invisible ranges of a text, apart from joiners and selectors that shape visible text. */
export function invisibleRanges(text: string): Span[] {
  if (isVisibleAscii(text)) return [];
  return [...text.matchAll(INVISIBLE)]
    .filter(({ 0: found, index }) => !shapes(text, found, index))
    .map(({ 0: found, index }) => [index, index + found.length]);
}

/** Whether this character, given by its code, is invisible in any context. */
export function isInvisible(code: number): boolean {
  if (!(code >= 0 && code <= 0x10ffff)) return false;
  return invisibleRanges(String.fromCodePoint(code)).length > 0;
}

function shapes(text: string, found: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - REACH), at);
  const after = text.slice(at + found.length, at + found.length + REACH);
  if (found === '\uFE0E' || found === '\uFE0F') {
    return EMOJI_BASE.test(before) || (KEYCAP_BASE.test(before) && after.startsWith(KEYCAP));
  }
  if (IDEOGRAPHIC.test(found) && IDEOGRAPH.test(before)) {
    return !MANY_VARIED.test(text.slice(Math.max(0, at - REACH_OF_MANY), at));
  }
  if (found === '\uFE00') return VARIED.test(before);
  if (found === BLANK_BRAILLE) return BRAILLE_BEFORE.test(before) && BRAILLE_AFTER.test(after);
  if (FLAG_NAMES.has(found)) return FLAG_BASE.test(before);
  if (MONGOLIAN.test(found)) return MONGOLIAN_LETTER.test(before);
  if (HIEROGLYPHIC.test(found)) return HIEROGLYPH.test(before);
  if (!JOINERS.has(found)) return false;
  if (found === '\u200D' && PICTOGRAPH_BEFORE.test(before) && PICTOGRAPH_AFTER.test(after)) {
    return true;
  }
  return JOINED_LETTER.test(before) && /^[\p{L}\p{M}]/u.test(after);
}
