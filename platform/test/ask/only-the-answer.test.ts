import { describe, expect, it } from 'vitest';
import { askingAbout } from './asking.ts';

const PAGES = [
  [
    'Gannet column kinds',
    '## Sorting\n\nSorting takes a while.\n\n| Kind | Ways to sort |\n|---|---|\n| Text | by letter, by length |\n| Colour | by hue, by brightness |\n',
  ],
  [
    'Gannet calls',
    '| Call | Meaning |\n|---|---|\n| `/gannets/waiting` | Lists what waits for approval. |\n| `/gannets/approve` | Approves a gannet. |\n',
  ],
  [
    'Gannet dives',
    'A gannet may plan up to 6 dives a day. Plan them in the morning.\n\nEach dive is noted in the book.\n\nEvery note has a mark that depends on the depth of the sea, as in these examples:\n\n- A red mark\n- A blue mark\n\n## Reading the book\n\nTurn the pages with care.\n',
  ],
  [
    'Gannet keys',
    '## Revoking a key\n\nOpen the list of keys, choose the key, and click **Delete**.\n\nChoose another one for the door.\n',
  ],
  [
    'Gannet moods',
    '## Moods\n\n- **Calm**: It sits on a rock.\n- **Hungry**: It looks at the sea.\n- **Tired**: It hides its head.\n',
  ],
  ['Gannet season', 'A 45-day season to try everything is available to all.\n'],
  ['Gannet parts', '- **beakLevel**: 17 or higher\n- **wingLevel**: 4 or higher recommended\n'],
  [
    'Gannet releases',
    '## Retiring a release\n\nIf needed, you can retire a release. Gannets of a retired release are not fed.\n',
  ],
] as const;

const ask = askingAbout(PAGES);

describe('an answer has', () => {
  it.each([
    [
      'the row that a question for a list names',
      'Which ways to sort are available for gannet colour columns?',
      'by hue',
      'by letter',
    ],
    [
      'the row with the word of the question, and none with a similar one',
      'Which gannet call approves a gannet?',
      '/gannets/approve',
      '/gannets/waiting',
    ],
    [
      'the item of a list that a question names',
      'What does the mood hungry of a gannet mean?',
      'looks at the sea',
      'sits on a rock',
    ],
    [
      'nothing that a later line announces',
      'How many dives a day may a gannet plan?',
      'up to 6',
      'Turn the pages',
    ],
    [
      'a least number that is only written as such',
      'What is the minimum beakLevel of a gannet?',
      '17 or higher',
      'by hue',
    ],
    [
      'what happens to a release, which is no number',
      'What happens if I retire a gannet release?',
      'not fed',
      'by hue',
    ],
  ])('%s', async (_, question, quoted, other) => {
    const answer = (await ask(question)).replaceAll('`', '');
    expect(answer).toContain(quoted);
    expect(answer).not.toContain(other);
  });
});

it('does not answer with instructions for a thing that only has a similar name', async () => {
  expect(await ask('How do I revoke a gannet callback secret?')).toContain('Nothing in the');
  expect(await ask('How do I revoke a gannet key?')).toContain('click Delete');
});
