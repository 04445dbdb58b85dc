import { describe, it } from 'vitest';
import { askingAbout, expectQuoted } from './asking.ts';

const PAGES = [
  [
    'Charging a kestrel lamp',
    `## Charging

During the charging, the red light is on. Charge the lamp on a dry perch.

When the charging is finished, the green light is on.
`,
  ],
  [
    'Nest fees',
    `## Council fee

The fee keeps the nests of the council dry. This fee is set at 3%.

## Arbitration price

The price is initially set to 0 and can be changed by the council.
`,
  ],
  [
    'Nest index',
    `## Frequency

A nest index refresh from the barn comes in parts, and the nest index is not refreshed daily.

## Process

Press the button of the nest index refresh. The process can take from 20 minutes to an hour.
`,
  ],
  [
    'Sowing with a rook',
    `Rook Studio 12.0 or later supports sowing. Enter the address of the field.

The rook app works on large and small fields:

* [Windows 10+](https://example.com/windows)
* [Linux 5+](https://example.com/linux)
`,
  ],
  [
    'Closing times',
    `The council reserves the first Tuesday of every month for cleaning the aviary.
`,
  ],
  [
    'Owl relays',
    `Any night relay that is EIP-7171 compatible works with the owl contracts.

The tools for owls are installed on the system \`barn\`.
`,
  ],
  [
    'Late visits',
    `## Preventing late visits

Guests can visit until the last minute by default. To prevent guests from visiting at the last minute, enter a time under **Late visits**.
`,
  ],
  [
    'Nest radio',
    `Several flocks can be served on a single port of the nest radio. The nest radio uses flock names.

## Settings of the nest radio

| Port | Use |
|---|---|
| 7878/UDP | Nest radio |
`,
  ],
  [
    'Feather profiles',
    `Keep the name of a feather profile within the limit of 24 characters.

The feather profiles are stored in the \`quills\` folder.
`,
  ],
  [
    'The finch library',
    `## Finch library is missing

If the folder is unpacked and you see this error:

\`\`\`
finch:82: fatal error: src/finch.h: no such file
\`\`\`

Rename the unpacked folder to **finch**, so that it has the name of the library.
`,
  ],
] as const;

const ask = askingAbout(PAGES);

describe('an answer to a question as people ask it', () => {
  it.each([
    [
      'has the color that a light has then',
      'What colour is the light once charging is done?',
      ['green light'],
      ['red light'],
    ],
    ['has the number of how high it is', 'How high is the fee?', ['3%'], []],
    [
      'has what is set at first as a default',
      'What is the default price for arbitration?',
      ['initially set to 0'],
      [],
    ],
    [
      'to how long something takes is not how often it happens',
      'How long does a nest index refresh from the barn take?',
      ['20 minutes to an hour'],
      ['daily'],
    ],
    [
      'has the version after the full name of a product',
      'Which Rook version do I need to sow?',
      ['Rook Studio 12.0 or later'],
      [],
    ],
    [
      'has a version of a question without a question word',
      'oldest windows version that can run the rook app',
      ['Windows 10+'],
      [],
    ],
    ['has the day of what is regular', 'When is the regular cleaning day?', ['first Tuesday'], []],
    ['names a standard', 'Which standard must a night relay be compatible with?', ['EIP-7171'], []],
    ['names a machine', 'Which machine has the tools for owls installed?', ['barn'], []],
    ['has the number of a port', 'Which port does the nest radio use?', ['7878'], ['single port']],
    [
      'tells how to stop somebody from doing something',
      'How do I stop guests from visiting at the last minute?',
      ['enter a time'],
      [],
    ],
    [
      'has both parts if the second begins with a preposition',
      'How long may the name of a feather profile be, and in which folder are the profiles?',
      ['24 characters', 'quills'],
      ['Nothing in the documentation'],
    ],
    [
      'has what to do about an error, and not only the error',
      'fatal error: src/finch.h no such file, what should I do?',
      ['Rename the unpacked folder'],
      [],
    ],
  ])('%s', async (_, question, quoted, others) => {
    expectQuoted(await ask(question), quoted, others);
  });
});
