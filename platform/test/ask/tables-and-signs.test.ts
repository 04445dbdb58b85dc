import { describe, expect, it } from 'vitest';
import { askingAbout, expectQuoted } from './asking.ts';

const PAGES = [
  [
    'Dotterel rights',
    `A senior warden is named on the page of a nest: open it, and switch on the badge of the senior warden.

Every burn is noted.

## Who may act

| Action | Helper | Senior warden | Chief |
|---|---|---|---|
| Paint a nest | ✅ | ✅ | ✅ |
| Move / burn a nest | ❌ | ❌ | ✅ |
`,
  ],
  [
    'Dotterel levels',
    `There are three levels.

| Features | Basic | Grand |
|---|---|---|
| Night flights | | ✅ |
| Day flights | ✅ | ✅ |
`,
  ],
  [
    'Dotterel flights',
    '## Night flights\n\nDotterels also have night flights, which include landings at dusk.\n',
  ],
  [
    'Dotterel call patterns',
    `Calls are compared with song patterns. The following table describes them.

| Pattern | Meaning |
|---|---|
| \`[xyz]\` | matches one of these notes |
| \`[!xyz]\` | matches any other note |
`,
  ],
  [
    'Dotterel jobs',
    'All settings are fixed, except that the default timeout of a chore is configurable.\n\n## Chores\n\nA chore is stopped by its timeout. By default it is 7 days.\n',
  ],
  [
    'Dotterels on macOS',
    '## Where can I find the diaries of a dotterel?\n\nIn `Library/Diaries`.\n',
  ],
  [
    'Dotterel diaries',
    '## Finding\n\nThe diaries of a dotterel are kept in a folder. See the pages for macOS and Linux to find it.\n',
  ],
  [
    'Dotterel marks',
    '## Mark options\n\n- Mark type: one of good, fair, fair/poor/odd.\n\n## Types of marks\n\n- **Good**: A fine mark.\n- **Fair/Poor/Odd**: Reserved for a rainy day.\n',
  ],
] as const;

const ask = askingAbout(PAGES, 'Dotterels');

describe('an answer is', () => {
  it.each([
    [
      'the row of a table of rights',
      'Can a senior warden burn a nest?',
      ['| Move / burn a nest | ❌ | ❌ | ✅ |', 'Senior warden'],
      ['Paint', 'badge'],
    ],
    [
      'the row with the marks of each column',
      'Which levels include night flights?',
      ['| Night flights | | ✅ |'],
      ['dusk', 'Day flights'],
    ],
    [
      'the row with code as it is written',
      'What does the song pattern `[!xyz]` match?',
      ['any other note'],
      ['one of these notes'],
    ],
    [
      'the item that begins with the term, and none that only has it',
      'What does the mark type fair/poor/odd mean?',
      ['rainy day'],
      ['one of good'],
    ],
    [
      'a default with its number',
      'What is the default timeout of a chore?',
      ['7 days'],
      ['set the'],
    ],
    [
      'below its question on the page that has the rest of it',
      'Where can I find the diaries of a dotterel on macOS?',
      ['Library/Diaries'],
      ['Linux'],
    ],
  ])('%s', async (_, question, quoted, others) => {
    expectQuoted(await ask(question), quoted, others);
  });

  it('none with other signs', async () => {
    expect(await ask('What does the song pattern `[^xyz]` match?')).toContain('Nothing in the');
  });
});
