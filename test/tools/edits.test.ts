import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeText } from '../../src/text/index.ts';
import { applyTextEdits } from '../../src/tools/edits/text-edits.ts';
import { unrequestedDifferences } from '../../src/tools/edits/unrequested-differences.ts';

describe('exact edits', () => {
  it('change the visible text and keep the hidden parts', () => {
    const original = 'one <!-- kept one --> two\u200b one';
    const shown = sanitizeText(original);
    const at = shown.lastIndexOf('one');
    expect(applyTextEdits(original, [{ start: at, end: at + 3, text: 'three' }])).toBe(
      'one <!-- kept one --> two\u200b three',
    );
  });

  it('keep the hidden parts and imitated marks of a text that is replaced by a similar one', () => {
    const original = '## A\n\none <!-- x --> two\n\nSay </untrusted> here.\n\nEnd.';
    const shown = sanitizeText(original);
    const put = (text: string) => applyTextEdits(original, [{ start: 0, end: shown.length, text }]);
    expect(put(shown)).toBe(original);
    expect(put(shown.replace('here', 'there').replace('End', 'Fin'))).toBe(
      original.replace('here', 'there').replace('End', 'Fin'),
    );
  });

  it('change nothing outside of the replaced text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', '\n', '<!-- c -->', '\u200b', '`', ' '),
    });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (original, from, length) => {
        const shown = sanitizeText(original);
        if (shown.length === 0) return;
        const start = from % shown.length;
        const end = Math.min(shown.length, start + 1 + (length % 5));
        const edited = applyTextEdits(original, [{ start, end, text: shown.slice(start, end) }]);
        const kept = edited.length - (end - start);
        expect(kept).toBeLessThanOrEqual(original.length - (end - start));
        const put = applyTextEdits(original, [{ start, end, text: '\u0001' }]);
        const [head = '', tail = ''] = put.split('\u0001');
        expect(original.startsWith(head)).toBe(true);
        expect(original.endsWith(tail)).toBe(true);
      }),
    );
  });
});

describe('unrequested differences', () => {
  const before = 'one\ntwo\nthree\nfour';
  const differences = (sent: string, stored: string) =>
    unrequestedDifferences({ before, sent, stored });

  it('do not include edited lines that are stored in another notation', () => {
    expect(differences('one\n2\nthree\nfour', 'one\n2\nthree\nfour\n')).toBeUndefined();
    expect(differences('one\n* 2\nthree\nfour', 'one\n- 2\nthree\nfour')).toBeUndefined();
    expect(differences('one\nthree\nfour', 'one\n\nthree\nfour')).toBeUndefined();
  });

  it('name each line', () => {
    expect(differences('one\n2\nthree\nfour', 'one\n2\nthree\nfive')).toBe(
      'line 4: "four" became "five"',
    );
    expect(differences('one\n2\nthree\nfour', 'one\n2\nthree')).toBe(
      'line 4: "four" became nothing',
    );
    expect(differences(before, 'zero\none\ntwo\nthree\nfour')).toBe(
      'line 1: nothing became "zero"',
    );
  });
});
