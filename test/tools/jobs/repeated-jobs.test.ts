import { afterEach, describe, expect, it, vi } from 'vitest';
import { knownResults, sanitizeText } from '../../../src/text/index.ts';
import { JOBS } from '../../../src/tools/jobs/jobs.ts';
import runJob from '../../../src/tools/jobs/tasks.ts';

const input = { before: 'Wait.\n', after: 'Wait an hour.\n' };

describe('a worker thread', () => {
  afterEach(() => vi.restoreAllMocks());

  it('does the same job only once', async () => {
    const hunksOf = vi.spyOn(JOBS, 'hunksOf');
    const first = await runJob({ name: 'hunksOf', input });
    expect(first).toContain('+Wait an hour.');
    expect(await runJob({ name: 'hunksOf', input: { ...input } })).toBe(first);
    expect(hunksOf).toHaveBeenCalledTimes(1);
  });

  it('takes what is known of a long text, instead of sanitizing it again', async () => {
    const page = `${'A sentence with **words**.\n\n'.repeat(60)}<!-- hidden -->\n`;
    sanitizeText(page);
    const sanitized = knownResults({ markdown: page });
    expect(sanitized.map(([text, { cuts }]) => [text, cuts.length])).toEqual([[page, 2]]);
    const known: typeof sanitized = [[page, { text: 'Known', cuts: Uint32Array.of() }]];
    const parts = { name: 'hunksOf', input: { before: page, after: 'New' } } as const;
    expect(await runJob({ ...parts, sanitized: known })).toContain('-Known');
  });

  it('does another job with the same input, and the same job with another input', async () => {
    const before = await runJob({ name: 'describeBroken', input });
    expect(before).toBeUndefined();
    const swapped = { before: input.after, after: input.before };
    expect(await runJob({ name: 'hunksOf', input: swapped })).toContain('+Wait.');
  });
});
