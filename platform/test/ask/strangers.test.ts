import { describe, expect, it } from 'vitest';
import { askingAbout, expectQuoted } from './asking.ts';

const PAGES = [
  [
    'Osprey nests',
    `The nest of five reeds can tolerate a loss of two reeds.

Egg is the default colour.

A nest under a bridge is forbidden.
`,
  ],
  [
    'Osprey settings',
    `\`\`\`yaml
tower: tall
feather: grey
# how long the beak token sent to a fledgling is valid (default 3 hours)
beak: open
\`\`\`
`,
  ],
  [
    'Osprey market',
    `The market takes a commission, which depends on the fish. The total supply of scales is fixed.

| Name | Description |
|---|---|
| [0] | Total supply of scales after a dive |
`,
  ],
  [
    'Osprey web',
    `## The perch

There is no web version of the perch, because spiders live there.
`,
  ],
  [
    'Osprey - Whistle songs',
    `Setting \`loud=true\` will save the whistle songs for use in the next dive, otherwise it will only take effect now.

To delete the whistle songs and stop, open the address:

\`osprey://whistleSongs/set?loud=true\`

To whistle once, sing.
`,
  ],
  [
    'Osprey dive boosts',
    `A boost grows with training, and the oldest is kept for 50 days.

| Training | Boost |
|---|---|
| 20 days | 1.4x |
| 50 days | 2.5x |
`,
  ],
  [
    'Osprey dives',
    `A failed dive is repeated, up to 6 total attempts.

| Field | Description |
|---|---|
| limit | Maximum number of fish to list. Defaults to 35. |
`,
  ],
  ['Osprey baskets', 'A basket is wide. A basket holds fish up to 12 stones.\n'],
  [
    'Osprey questions',
    `**Why is there no boat?**

A boat scares fish.

**Which tides are not yet supported?**

- Spring tides
`,
  ],
  [
    'Osprey lakes',
    `Only accounts whose lake is settled are counted by the lake guard.

The great lake is open exclusively for grown ospreys.
`,
  ],
  [
    'Osprey returns',
    'A net is what you catch with.\n\nA guard counts it.\n\nTo the reef, it may swim within 40 days.\n',
  ],
  [
    'Osprey lamps',
    'A lamp is red at dusk and shines.\n\nAt dusk, a lamp is red due to its glass.\n',
  ],
  [
    'Osprey carols',
    `## Bundling

Send several carols at once via /carol/bundle, the URL for those who bundle. The answer is a list of carols.

## URL of bundled carols

\`\`\`
https://osprey.example/carol-bundle
\`\`\`
`,
  ],
  [
    'Osprey shells',
    '## Cast of mud\n\nIt dries down.\n\n## Cast of sand\n\nIt falls down.\n\n## Cast of clay\n\nIt stays down.\n\n## Shells\n\nThe maximum size of a shell is 9 inches.\n\n## Mud\n\nIt sinks down.\n',
  ],
  [
    'Osprey crates',
    'A crate floats only on fresh rivers currently. It then shows in your BlueReedHarbour list within a few hours.\n',
  ],
  [
    'Osprey moves',
    'This guide tells how to move your feathers from other shores to the perch.\n\nOf all shores from which you can move feathers, only Larch is known.\n',
  ],
  ['Osprey changelog', '- Custom hats come with the Reed plan.\n'],
  ['Osprey hats', 'With the Sedge plan, all custom hats come.\n'],
  [
    'Osprey ports',
    '## Songs\n\nA reed uses port 61 by default.\n\n## Others\n\nBy default, a reed uses ports 61 and 62.\n',
  ],
] as const;

const ask = askingAbout(PAGES, 'Osprey');

describe("a question in a stranger's words is answered by", () => {
  it.each([
    [
      'what lacks an ordinary word',
      'How many reeds can a nest of five reeds survive without?',
      ['a loss of two reeds'],
      [],
    ],
    ['a default that is said last', 'Which colour is the default?', ['Egg is the default'], []],
    [
      'a comment in code',
      'How long can a fledgling use the beak token, by default?',
      ['default 3 hours'],
      ['tower'],
    ],
    [
      'a reason, though it has a word for a number',
      'Why is there no web version of the perch?',
      ['spiders live there'],
      [],
    ],
    [
      'a sentence rather than an address',
      'What does loud=true do when I set whistle songs?',
      ['in the next dive'],
      [],
    ],
    [
      'the row that begins with its number',
      'Which boost does a dive get after 50 days of training?',
      ['| 50 days | 2.5x |', 'Boost'],
      ['1.4x', 'oldest'],
    ],
    ['attempts', 'How many times is a failed dive repeated?', ['6 total attempts'], []],
    ['a default in a cell', 'How many fish does it list by default?', ['Defaults to 35'], []],
    ['a bound', 'What is the biggest fish a basket can hold?', ['up to 12 stones'], []],
    [
      'no other question that sounds like a warning',
      'Why is there no boat?',
      ['scares fish'],
      ['tides'],
    ],
    [
      'for whom alone something is',
      'Who can use the great lake?',
      ['exclusively for grown ospreys'],
      ['guard'],
    ],
    [
      'a time that has the other words',
      'How long do I probably have to swim to the reef with a net?',
      ['within 40 days'],
      [],
    ],
    [
      'an address in code',
      'Which URL do I use for bundled carols?',
      ['https://osprey.example/carol-bundle'],
      [],
    ],
    [
      'what is only so for others',
      'Does a crate float on non-fresh rivers?',
      ['only on fresh'],
      [],
    ],
    [
      'a name in one word and a few hours',
      'How soon does a crate show in Blue Reed Harbour?',
      ['within a few hours'],
      [],
    ],
    [
      'what is told rather than an introduction',
      'From which shores can I move my feathers to the perch?',
      ['only Larch'],
      [],
    ],
    [
      'what is so, rather than what was new',
      'Which plan do custom hats come with?',
      ['Sedge'],
      ['Reed'],
    ],
    ['several numbers', 'Which ports does a reed use by default?', ['61 and 62'], []],
  ])('%s', async (_, question, quoted, others) => {
    expectQuoted(await ask(question), quoted, others);
  });

  it('nothing that lacks a term of the documentation', async () => {
    expect(await ask('What is the maximum cast size?')).toContain('Nothing in the');
  });

  it.each([['What commission does the market take?'], ['What is the total supply of scales?']])(
    'nothing without a number: %s',
    async (question) => {
      expect(await ask(question)).toContain('Nothing in the');
    },
  );
});
