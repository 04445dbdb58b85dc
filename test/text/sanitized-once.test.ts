import { describe, expect, it } from 'vitest';
import { stepsSoFar } from '../../markdown/src/meter.ts';
import { restoreHidden, sanitizeText, sanitizeWithCuts } from '../../src/text/index.ts';

const ROW = '<tr><td><a href="models/one.md">one</a></td><td>128,000</td></tr>';

function pageOf(rows: number, words: string): string {
  return `---\ndescription: Models\n---\n\n# ${words}\n\n<table><tbody>${ROW.repeat(rows)}</tbody></table>\n`;
}

/** The steps that reading the text of some work takes. */
function stepsOf(work: () => void): number {
  const before = stepsSoFar();
  work();
  return stepsSoFar() - before;
}

describe('sanitizing a long page', () => {
  it('reads the page and what is left of it only once', () => {
    const page = pageOf(500, 'Models');
    expect(stepsOf(() => sanitizeText(page))).toBeGreaterThan(page.length);
    const again = stepsOf(() => {
      const { text, cuts } = sanitizeWithCuts(page);
      expect(cuts).toHaveLength(1);
      expect(sanitizeText(text)).toBe(text);
    });
    expect(again).toBe(0);
  });

  it('reads an edited page only once more', () => {
    const [original, edited] = [pageOf(500, 'Old'), sanitizeText(pageOf(500, 'New'))];
    sanitizeText(original);
    const restored = stepsOf(() => {
      expect(restoreHidden({ original, edited })).toBe(pageOf(500, 'New'));
    });
    expect(restored).toBe(0);
  });
});
