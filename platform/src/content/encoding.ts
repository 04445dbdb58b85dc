import { isUtf8 } from 'node:buffer';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Characters of windows-1252 in place of the control characters of Latin-1 from U+0080 on. */
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The text of a file, including a byte order mark. */
export function decode(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  return encoding === 'windows-1252' ? fromWestern(bytes) : decoded(bytes, encoding);
}

/** The text of a file, without a byte order mark. */
export function readText(bytes: Uint8Array): string {
  return decode(bytes).replace(/^\uFEFF/, '');
}

/** The text of an answer over HTTP, in the encoding that it names; else as that of a file. */
export function readAnswer(bytes: Uint8Array, charset: string | undefined): string {
  const decoder = decoderOf(charset);
  if (!decoder) return readText(bytes);
  return decoder.encoding === 'windows-1252' ? fromWestern(bytes) : decoder.decode(bytes);
}

/** A text in the encoding of a former file; in UTF-8 if that encoding lacks a character. */
export function encodeLike(former: Uint8Array, text: string): Uint8Array {
  const encoding = encodingOf(former);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (encoding === 'windows-1252') {
    const bytes = Buffer.from(text.replace(/[^\xa0-\xff\p{ASCII}]/gu, toWestern), 'latin1');
    if (decode(bytes) === text) return bytes;
  }
  return Buffer.from(text);
}

/** Undefined for an encoding without a name, or with an unknown one. */
function decoderOf(name: string | undefined): TextDecoder | undefined {
  try {
    return name === undefined ? undefined : new TextDecoder(name);
  } catch {
    return undefined;
  }
}

/** TextDecoder takes it for Latin-1 in some versions of Node. */
function fromWestern(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (sign) => WESTERN[sign.charCodeAt(0) - 0x80] ?? sign);
}

function decoded(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

function toWestern(character: string): string {
  const index = WESTERN.indexOf(character);
  return index < 0 ? '?' : String.fromCharCode(0x80 + index);
}

/** By the byte order mark; otherwise UTF-8, unless nothing beyond ASCII is valid in it. */
function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  return /[^\p{ASCII}\uFFFD]/u.test(decoded(bytes, 'utf-8')) ? 'utf-8' : 'windows-1252';
}
