import { describe, expect, it } from 'vitest';
import { askingAbout, expectQuoted } from './asking.ts';

const PAGES = [
  [
    'Plover lamps',
    `## Retiring a lamp

A retired plover lamp stays dark. It cannot be lit again.

![A dark lamp](https://example.com/lamp.png)

## Size of a lamp file

A plover lamp file has at most 25 MB. Ask the keeper for a larger one.

**Size of the lamp store**

The lamp store of a plover holds 90 MB.

For more information, see [the store](https://example.com/store).
`,
  ],
  [
    'Plover passes',
    `Passes open the gates of a plover.

The pass of a plover is valid for 30 days. Additionally, a day pass is valid for 9 hours.

Gates are painted every spring.

There are two kinds of passes:

- **Gold pass**
  - It has 400 visits a year.
  - It is made of tin.
- **Clay pass**
  - It has 12 visits a year.
  - It breaks easily.
`,
  ],
  [
    'Plover eggs',
    `## Painting an egg

To paint an egg, follow these steps:

1. Open the paint box.
2. Choose a colour.
3. Click **Paint**.

Paint has these prices:

| Colour | Price |
|---|---|
| Red | 3 |
| Blue | 4 |

## Drying

Painted eggs need a day to dry. You can paint an egg again if you do not like its colour.
`,
  ],
  [
    'Plover guides',
    'You can force guides of plovers to wear boots. Keepers need the Marsh plan for it.\n',
  ],
  ['Plans', 'You need no plan to look at plovers. Plans are cheap.\n'],
  [
    'Plover nests',
    `The limit of twigs in a nest is 70.

## Nest rules

The limit of twigs in a nest also is 70, as the chapter on rules says.
`,
  ],
] as const;

const ask = askingAbout(PAGES);

describe('an answer quotes', () => {
  it.each([
    [
      'no caption of a picture',
      'What happens to a retired plover lamp?',
      ['stays dark', 'cannot be lit'],
      ['A dark lamp'],
    ],
    [
      'nothing below the next line in bold',
      'What is the maximum size of a plover lamp file?',
      ['25 MB'],
      ['store'],
    ],
    [
      'the paragraph with the fact, and none around it',
      'How long is the pass of a plover valid?',
      ['30 days'],
      ['open the gates', 'painted'],
    ],
    [
      'an item of a list with the one above that it belongs to',
      'How many visits a year does the clay pass have?',
      ['Clay pass', '12 visits'],
      ['Gold', '400', 'tin', 'breaks'],
    ],
    [
      'instructions up to the last step',
      'How do I paint a plover egg?',
      ['paint box', 'Click Paint'],
      ['Blue', 'need a day'],
    ],
  ])('%s', async (_, question, quoted, others) => {
    expectQuoted(await ask(question), quoted, others);
  });
});

it('quotes one of two sections with the same fact', async () => {
  const answer = await ask('What is the limit of twigs in a nest?');
  expect(answer.match(/^\*\*/gm)).toHaveLength(1);
});

describe('a second part without a subject of its own', () => {
  it('is answered by the page that answers the first', async () => {
    const answer = await ask('Can I force guides to wear boots, and which plan do I need?');
    expect(answer).toContain('Marsh plan');
    expect(answer).not.toContain('cheap');
  });

  it('is not answered by another page', async () => {
    const answer = await ask('How do I paint a plover egg, and which plan do I need?');
    expect(answer).toContain('Nothing in the documentation that you can read answers "which plan');
    expect(answer).not.toContain('cheap');
  });
});
