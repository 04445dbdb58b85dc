import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodedText, encodedAs } from '../src/index.ts';

const decoded = (source: string, isLiteral = () => false) => new DecodedText(source, isLiteral);

describe('a text with its escapes and entities decoded', () => {
  it('is what readers see', () => {
    expect(
      decoded(String.raw`APIKEY\_PATH, R&amp;D, 5 &lt; 6\*, a&nbsp;b, C:\dir, AT&T;`).text,
    ).toBe(String.raw`APIKEY_PATH, R&D, 5 < 6*, a b, C:\dir, AT&T;`);
    expect(decoded('one\\\ntwo &#10; &#0;').text).toBe('one\\\ntwo &#10; \uFFFD');
    expect(decoded('1. &#xNAN;_&#x54;he_ end').text).toBe('1. _The_ end');
    expect(decoded(String.raw`\_`, () => true).text).toBe(String.raw`\_`);
  });

  it('maps to whole escapes and entities of the source', () => {
    const text = decoded(String.raw`x \_a\_ &amp; y`);
    const source = (start: number, end: number) => text.inSource({ start, end });
    expect(text.text).toBe('x _a_ & y');
    expect(source(2, 3)).toEqual({ start: 2, end: 4 });
    expect(source(3, 4)).toEqual({ start: 4, end: 5 });
    expect(source(2, 5)).toEqual({ start: 2, end: 7 });
    expect(source(6, 7)).toEqual({ start: 8, end: 13 });
    expect(source(0, 9)).toEqual({ start: 0, end: 15 });
  });

  it('maps to a part of the source that reads the same', () => {
    const pieces = fc.constantFrom(...'a \\_&;\n', '&amp;', '&fjlig;', '&#xNAN;', '\\*');
    const sources = fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(sources, fc.nat(40), fc.nat(40), (source, from, length) => {
        const text = decoded(source);
        const start = Math.min(from, text.text.length);
        const end = Math.min(start + 1 + length, text.text.length);
        if (end <= start) return;
        const range = text.inSource({ start, end });
        const before = decoded(source.slice(0, range.start)).text;
        const part = decoded(source.slice(range.start, range.end)).text;
        expect(text.text.startsWith(before)).toBe(true);
        expect(part).toContain(text.text.slice(start, end));
      }),
    );
  });
});

describe('a text encoded as another', () => {
  it('writes the same characters in the same form', () => {
    expect(encodedAs(String.raw`APIKEY\_PATH`, 'A_B*C')).toBe(String.raw`A\_B*C`);
    expect(encodedAs('&lt;b&gt;', '<i>')).toBe('&lt;i&gt;');
    expect(encodedAs('plain', 'A_B')).toBe('A_B');
    expect(encodedAs(String.raw`\_`, String.raw`a\_b_c`)).toBe(String.raw`a\_b_c`);
  });
});
