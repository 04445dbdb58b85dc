import { describe, expect, it } from 'vitest';
import { changeText, type TextChange } from '../../src/tools/edits/text-changes.ts';

/** The text of a page after changes, one after the other; the reason of the first that does not fit. */
async function textAfter(
  markdown: string,
  ...changes: Omit<TextChange, 'page'>[]
): Promise<string> {
  let text = markdown;
  for (const change of changes) {
    const result = await changeText({
      change: { ...change, page: 'p' },
      page: { title: 'Goals', markdown: text },
    });
    if ('misfit' in result) return result.misfit;
    ({ text } = result);
  }
  return text;
}

const conflict = (name: string) =>
  `<<<<<<< primary content\n\n${name} live\n\n=======\n\n${name} new\n\n>>>>>>> change request 4`;
const PAGE = `# Goals\n\n${conflict('Plans')}\n\n## Suggested\n\n${conflict('Figures')}\n\n## More\n\nText.\n`;
const settle = (section: string | undefined, take: 'primary' | 'changeRequest') => ({
  ...({ operation: 'settle', take } as const),
  ...(section !== undefined && { section }),
});
const SETTLED = '# Goals\n\nPlans new\n\n## Suggested\n\nFigures live\n\n## More\n\nText.\n';

describe('conflicts are settled', () => {
  it.each([
    [
      'from the first to the last',
      settle('Goals', 'changeRequest'),
      settle('Suggested', 'primary'),
    ],
    [
      'from the last to the first',
      settle('Suggested', 'primary'),
      settle('Goals', 'changeRequest'),
    ],
    [
      'one by its section, and the rest',
      settle('Suggested', 'primary'),
      settle(undefined, 'changeRequest'),
    ],
    [
      'one by its section, and those below',
      settle('Goals', 'changeRequest'),
      settle('Goals', 'primary'),
    ],
  ])('section by section, %s', async (_, ...changes) => {
    expect(await textAfter(PAGE, ...changes)).toBe(SETTLED);
  });

  it('only if there are any', async () => {
    expect(await textAfter(PAGE, settle('More', 'primary'))).toContain('no conflict to settle');
  });
});

describe('a change beside a line that ends with spaces', () => {
  const page = '# Goals\n\nOne.  \n\n## Next \n\nTwo. \n\n## Last\n';

  it.each([
    [
      'an inserted text',
      { operation: 'insert_text', section: 'Next', at: 'before', new: 'New.' },
      page.replace('One.  \n', 'One.  \n\nNew.\n'),
    ],
    [
      'a text at the end',
      { operation: 'insert_text', section: 'Next', at: 'end', new: 'New.' },
      page.replace('Two. \n', 'Two. \n\nNew.\n'),
    ],
    [
      'a new section',
      { operation: 'replace_section', section: 'Next', document: { markdown: '## Next\n\nNew.' } },
      page.replace('## Next \n\nTwo. \n', '## Next\n\nNew.\n'),
    ],
  ] as const)('leaves these with their line: %s', async (_, change, expected) => {
    expect(await textAfter(page, change)).toBe(expected);
  });
});

describe('a text at the end of a section', () => {
  const insert = {
    operation: 'insert_text',
    section: 'Upload',
    new: 'Most: 50 MB.',
    at: 'end',
  } as const;

  it.each(['---', '***', '_____'])('is placed before the rule %s that ends it', async (rule) => {
    expect(
      await textAfter(`## Upload\n\nSend it.\n\n${rule}\n\n## Usage\n\nReport it.\n`, insert),
    ).toBe(`## Upload\n\nSend it.\n\nMost: 50 MB.\n\n${rule}\n\n## Usage\n\nReport it.\n`);
  });

  it('is placed after a rule within it', async () => {
    expect(await textAfter('## Upload\n\nSend it.\n\n---\n\nWait.\n\n## Usage\n', insert)).toBe(
      '## Upload\n\nSend it.\n\n---\n\nWait.\n\nMost: 50 MB.\n\n## Usage\n',
    );
  });
});

describe('lines that are removed leave no gap', () => {
  const page =
    '# Goals\n\nA.\n\n* a\n* b\n  * c\n\n| h |\n| - |\n| r |\n| s |\n\n{% hint style="info" %}\nOne.\n\nTwo.\n{% endhint %}\n\n## Next\n\nText.\n\n## Last\n\nEnd.\n';

  it.each([
    ['a paragraph', 'A.', 'A.\n\n'],
    ['an item', '* b', '* b\n'],
    ['an indented item', '* c', '  * c\n'],
    ['a row', '| r |', '| r |\n'],
    ['a row with its line end', '| s |\n', '| s |\n'],
    ['the first paragraph of a block', 'One.', 'One.\n\n'],
    ['the last paragraph of a block', 'Two.', '\n\nTwo.'],
    ['the last paragraph', 'End.', '\nEnd.\n'],
  ])('%s', async (_, old, removed) => {
    expect(await textAfter(page, { operation: 'replace_text', old, new: '' })).toBe(
      page.replace(removed, ''),
    );
  });

  it.each([
    ['Next', '## Next\n\nText.\n\n'],
    ['Last', '\n## Last\n\nEnd.\n'],
  ])('the section %s', async (section, removed) => {
    expect(
      await textAfter(page, { operation: 'replace_section', section, document: { markdown: '' } }),
    ).toBe(page.replace(removed, ''));
  });

  it('but part of a line does', async () => {
    expect(await textAfter(page, { operation: 'replace_text', old: 'r |\n|', new: '' })).toBe(
      page.replace('r |\n|', ''),
    );
  });
});
