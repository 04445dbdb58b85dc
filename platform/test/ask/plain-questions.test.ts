import { describe, expect, it } from 'vitest';
import { askingAbout, expectQuoted } from './asking.ts';

const PAGES = [
  [
    'Heron gates',
    `The following gates exist.

On the heron tower these gates must be open:

- Gate 41 for boats
- Gate 42 for rafts

On the heron bridge:

- Gate 77 must be open towards the heron tower.

No other gates are open.
`,
  ],
  [
    'Heron signals',
    `- **612 Flooded**
  - The nest is under water. Wait for a day.
- **613 Frozen**
  - The nest is under ice.
`,
  ],
  [
    'Heron boats',
    `| Boat | Mark | Oar versions |
|---|---|---|
| Skiff 21 Tall | s21 | 5.2, 6.1 |
| Skiff 23 Tall | s23 | 7.4 |

Every boat has a bell. The default bell volume setting of 40 dB suits most herons.
`,
  ],
  [
    'Heron changelog',
    `## March 2021

### Lanterns for fog

- Added lanterns for fog.
- Herons can also whistle many songs at once now.

## May 2022

### Blue paint

- Added blue paint.
`,
  ],
  [
    'Heron ends',
    `| Act | Instead | Discontinued |
|---|---|---|
| Count all ripples | Count waves | 3 May 2031 |
| Draw ripples | Draw waves | 4 May 2032 |

The count of all ripples takes an hour.
`,
  ],
  [
    'Heron crews',
    `Only harbour masters are able to launch a raft.

A mate is a member of a crew, and may see each raft. Crews launch nothing at night.
`,
  ],
  [
    'Heron cages',
    `| Act | Guest | Keeper |
|---|---|---|
| Open a cage | false | true |

A guest sees an open cage from the door.
`,
  ],
  [
    'Repairs of Heron',
    `If the mast was set wrongly, you may see this:

Cannot raise the mast at line 7 because the rope is wet

Dry the rope for a day, and wind the winch twice.
`,
  ],
  [
    'Heron builds',
    `## Adding a build

To add a build of a raft, call the yard.

## Changing a build

To change a build of a raft, follow these steps:

1. Find the build.
2. Press **Mend**.
`,
  ],
  ['Heron songs', 'A heron sings 6 songs at once.\n\nThe whistle is silent.\n'],
  [
    'Heron tools',
    '## Tools\n\n| Purpose | Shortcut |\n|---|---|\n| Rope tool | R |\n| Stop all winches | Q |\n',
  ],
  [
    'Heron ropes',
    'You need Tidewater Sombre or above to tie knots.\n\nThere are 90,000 ropes. On land, 1 wet rope equals two dry ropes.\n\nWe cannot return partial payments for ropes.\n',
  ],
  [
    'Heron lanterns',
    `Lanterns of the Reed tier are repaired at no extra charge for lamp oil.

A lantern burns low at night, and a lantern shines.

A lantern is dim at dawn because its oil is cold.

| Lamp oil | Reed | Sedge |
|---|---|---|
| Extra lamp oil | $3 a can | $2 a can |
`,
  ],
  [
    'Heron whistles',
    `The following may be blown anywhere.

- Reed whistles

The following whistles are forbidden.

- Brass whistles
- Bone whistles
`,
  ],
  [
    'Heron faults',
    `## The winch groans loudly

**Q:**

At dusk it says: winch pawl is missing its left spring

**A:**

Fit a new pawl.
`,
  ],
  ['Heron photos', 'The size of photos is 64x32 egrets.\n'],
  [
    'Heron locks',
    '## Signs\n\nIf the canal port is the default (31), nothing is shown.\n\n## Doors\n\nThe canal opens at the default ports 31 and 32.\n',
  ],
] as const;

const ask = askingAbout(PAGES, 'Heron');

describe('a plain question is answered by', () => {
  it.each([
    [
      'the list below the line that has the rest of it',
      'Which gates have to be open on the heron tower?',
      ['Gate 41', 'Gate 42'],
      ['Gate 77', 'No other'],
    ],
    [
      'what is below an item that is only a name',
      'What does signal 612 Flooded mean?',
      ['under water'],
      ['under ice'],
    ],
    [
      'the versions in the column of a row',
      'Which oar versions are there for the Skiff 23 Tall?',
      ['| Skiff 23 Tall | s23 | 7.4 |'],
      ['Skiff 21'],
    ],
    ['a default between other words', 'What is the default bell volume?', ['40 dB'], ['Skiff']],
    [
      'the date of a heading further up',
      'When were lanterns for fog added?',
      ['March 2021', 'Added lanterns'],
      ['paint'],
    ],
    [
      'the date in a row',
      'When will drawing ripples be discontinued?',
      ['4 May 2032'],
      ['takes an hour'],
    ],
    [
      'who alone may do it',
      'Can a mate launch a raft?',
      ['Only harbour masters are able to launch a raft.'],
      [],
    ],
    [
      'the row of a table that grants it',
      'Can a guest open a cage?',
      ['| Open a cage | false | true |', 'Guest'],
      ['from the door'],
    ],
    [
      'what follows the message that it quotes',
      'The tower says "Cannot raise the mast at line 7 because the rope is wet". How do I fix it?',
      ['Dry the rope', 'wind the winch'],
      [],
    ],
    [
      'how to do what it asks, and not what it does not want',
      'How do I change a build of a raft instead of adding one?',
      ['Press Mend'],
      ['call the yard'],
    ],
    [
      'what is so, rather than what was new',
      'How many songs can a heron whistle at once?',
      ['6 songs'],
      ['many songs'],
    ],
    [
      'a key by the name of its column',
      'Which key stops all winches?',
      ['| Stop all winches | Q |'],
      [],
    ],
    [
      'a release by its name',
      'Which Tidewater version do I need to tie knots?',
      ['Tidewater Sombre or above'],
      [],
    ],
    [
      'a price in money',
      'What is the price of extra lamp oil on the Reed tier?',
      ['$3 a can'],
      ['no extra charge'],
    ],
    [
      'all numbers if it asks for several',
      'Which canal ports are open by default?',
      ['31 and 32'],
      ['nothing is shown'],
    ],
    [
      'an item with what the list is of',
      'Are bone whistles forbidden?',
      ['The following whistles are forbidden.', 'Bone whistles'],
      ['Reed'],
    ],
    [
      'the answer below a question with the message',
      'The winch says "winch pawl is missing its left spring", how do I fix it?',
      ['Fit a new pawl'],
      [],
    ],
    ['a reason', 'Why is a lantern dim at dawn?', ['its oil is cold'], ['shines']],
    ['how many there are', 'How many ropes are there?', ['90,000'], []],
    [
      'a part as something partial',
      'Can I return only part of a payment for ropes?',
      ['partial'],
      [],
    ],
  ])('%s', async (_, question, quoted, others) => {
    expectQuoted(await ask(question), quoted, others);
  });

  it('nothing if only a size is given', async () => {
    expect(await ask('How many egrets are on photos?')).toContain('Nothing in the');
  });
});
