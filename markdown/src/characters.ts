import { decodeNamedCharacterReference } from 'decode-named-character-reference';

/** What the service writes beside a mark where there is no character. */
export const NO_CHARACTER = '&#xNAN;';

const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,31}));/iy;
/** An escaped character, or an entity. */
export const ESCAPED = /\\([!-/:-@[-`{-~])|&[#a-z0-9]{1,33};/gi;
const MAX_CODE = 0x10ffff;

/** The entity at an offset, and its character; undefined if there is none. */
export function entityAt(text: string, at: number): { length: number; text: string } | undefined {
  if (text.startsWith(NO_CHARACTER, at)) return { length: NO_CHARACTER.length, text: '' };
  ENTITY.lastIndex = at;
  const [match, hex, decimal, name] = ENTITY.exec(text) ?? [];
  if (match === undefined) return undefined;
  if (name !== undefined) {
    const named = decodeNamedCharacterReference(name);
    return named === false ? undefined : { length: match.length, text: named };
  }
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const character = code > 0 && code <= MAX_CODE ? String.fromCodePoint(code) : '\uFFFD';
  return { length: match.length, text: character };
}

/** A text with its escapes and entities decoded. */
export function unescaped(text: string): string {
  if (!text.includes('\\') && !text.includes('&')) return text;
  return text.replace(ESCAPED, (match, character: string | undefined) =>
    character === undefined ? (entityAt(match, 0)?.text ?? match) : character,
  );
}

/** A text with its entities decoded, as in HTML. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&[#a-z0-9]{1,33};/gi, (match) => entityAt(match, 0)?.text ?? match);
}

const PUNCTUATION = /[\p{P}\p{S}]/u;

export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0;
}

export function isPunctuation(character: string): boolean {
  return PUNCTUATION.test(character);
}
