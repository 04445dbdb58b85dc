import { describe, expect, it } from 'vitest';
import { Markdown } from '../src/index.ts';
import { stepsSoFar } from '../src/meter.ts';

/** The steps that reading a text and its links takes. */
function stepsFor(text: string): number {
  const before = stepsSoFar();
  expect(Markdown.read(text).references.references).not.toHaveLength(0);
  return stepsSoFar() - before;
}

function tableOf(rows: number, name: string): string {
  const row = `<tr><td><a href="${name}.md">${name}</a></td><td>128,000</td></tr>`;
  return `# Models\n\n<table><tbody>${row.repeat(rows)}</tbody></table>\n`;
}

describe('reading a long text again', () => {
  it('takes no step while it is one of the recent ones', async () => {
    const [one, other] = [tableOf(500, 'one'), tableOf(500, 'other')];
    expect(stepsFor(one)).toBeGreaterThan(one.length);
    expect(stepsFor(other)).toBeGreaterThan(other.length);
    expect(stepsFor(tableOf(500, 'one'))).toBe(0);
    expect(await Markdown.readInTurns(one)).toBe(Markdown.read(one));
  });

  it('forgets the one that was used least recently', () => {
    const texts = Array.from(
      { length: 30 },
      (_, at) => `[model](model-${at}.md) ${'long '.repeat(10_000)}`,
    );
    const [first = '', ...others] = texts;
    stepsFor(first);
    for (const text of others) {
      expect(stepsFor(text)).toBeGreaterThan(0);
      expect(stepsFor(first)).toBe(0);
    }
    expect(stepsFor(others[0] ?? '')).toBeGreaterThan(0);
    expect(stepsFor(others.at(-1) ?? '')).toBe(0);
  });
});
