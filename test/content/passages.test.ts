import { describe, expect, it } from 'vitest';
import { findPassages } from '../../src/content/passages.ts';

const PAGE = `# Harbour API

The following table displays a list of request parameters.

| Parameter | Description |
|---|---|
| \`kind\` | Filter by kind. Choises are "ship" or "dock" |
| \`size\` | Number of entries of a list |

Anybody who created a berth can add pilots to it from this page.

It is not possible to limit which berths pilots can see.

If the address cannot be evaluated within 20 seconds, it counts as an error and the URL is logged for review.
`;

async function subjectOf(said: string) {
  const [found] = await findPassages({
    remarks: [{ said, markdown: PAGE, besides: 'Harbour API' }],
  });
  return found?.passage?.text;
}

describe('the sentence that a remark is about', () => {
  it.each([
    [
      'has what it quotes, whatever else it says',
      'There is a typo in the table of request parameters: "Choises". Please fix.',
      '| `kind` | Filter by kind. Choises are "ship" or "dock" |',
    ],
    [
      'is not found by words about pages in general',
      'Can we hide berths from some pilots? I did not find it on this page.',
      undefined,
    ],
    [
      'is found by an abbreviation',
      'How long does it wait for a URL before it counts as an error?',
      'If the address cannot be evaluated within 20 seconds, it counts as an error and the URL is logged for review.',
    ],
  ])('%s', async (_, said, sentence) => {
    expect(await subjectOf(said)).toBe(sentence);
  });

  it('is found on a short page by several words that others have, too', async () => {
    const markdown = [
      'You can set the limit of responses.',
      'By default, a list has 50 responses if no limit is given.',
      'Give a limit of up to 200 responses; for more, go on with the next page.',
    ].join('\n\n');
    const said = 'How many responses come by default if I give no limit?';
    const [found] = await findPassages({ remarks: [{ said, markdown, besides: '' }] });
    expect(found?.passage?.text).toContain('50 responses');
  });

  it('shows the quoted part of a long one', async () => {
    const long = `${'Many words come first. '.toLowerCase().repeat(30)}then a misspeled word, ${'and more '.repeat(60)}`;
    const remark = { said: 'Typo: "misspeled".', markdown: `# Title\n\n${long}\n`, besides: '' };
    const [found] = await findPassages({ remarks: [remark] });
    expect(found?.passage?.text).toMatch(/^….*a misspeled word.*…$/);
  });
});
