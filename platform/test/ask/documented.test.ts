import { describe, expect, it } from 'vitest';
import { askingAbout } from './asking.ts';

/** Longer than a quotation may be. */
const FAR = 'Another sentence about the sea and the weather.\n\n'.repeat(20);

/** Documentation of a product, Hoopoe, that most of its pages name. */
const PAGES = [
  [
    'Introduction',
    'Hoopoe is a sorter of feathers.\n\n## Limits\n\n| Field | Contract |\n| --- | --- |\n| `FeatherIds` | optional, max 700 items |\n| 40 | a bird is told |\n',
  ],
  [
    'Answers',
    'Hoopoe answers in JSON.\n\n## Codes\n\n* **403 Forbidden**\n  * The caller may not see the nest.\n* **418 Teapot**\n  * Error caused by an unknown RingToken.\n',
  ],
  [
    'Roles of Hoopoe',
    '| Role | Rights |\n| --- | --- |\n| Warden | Roles are removed and added by wardens of an aviary. |\n| Founder | The role that cannot be removed from an aviary. |\n',
  ],
  [
    'Glossary',
    'Words of Hoopoe.\n\n### Perch\n\nYou can put a bird on one or more of these. Each is a stick and a nail.\n\n### Perch paint\n\nPaint for a perch is green.\n',
  ],
  [
    'Perches',
    'Perches of Hoopoe are sold in pairs.\n\n| Perch | Meaning |\n| --- | --- |\n| Perch | Value for each perch. |\n',
  ],
  [
    'Feather log',
    'Earlier feathers are kept by Hoopoe, and each flock restores many of them.\n\n## Restoring a Feather\n\n1. Open the drawer.\n2. Select the feather that you want.\n3. Press Restore.\n',
  ],
  [
    'Moulting',
    `## Ways\n\nTo moult wings and tail in Hoopoe, use \`moultAll\`.\n\n${FAR}To moult ONLY the tail in Hoopoe, use \`moultTail\`.\n`,
  ],
  ['Durations', 'A moult is represented as an ISO 8601 string.\n'],
  [
    'Old ways of Hoopoe',
    '| Property | State |\n| --- | --- |\n| `crest` property | Deprecated. |\n',
  ],
  [
    'Moult reports',
    'Moult reports are sent to the endpoint of moult reports in Hoopoe.\n\n## Endpoint\n\n`https://reports.hoopoe.example/moult`\n',
  ],
  [
    'Variables of Hoopoe',
    '## Environment Variables\n\n`AVIARY_DOOR`\n\n> The port of the aviary door.\n\n## Ports\n\nThe variable door of an aviary environment has port 9. The environment sets it.\n\n## Angles\n\n| Property | Meaning |\n| --- | --- |\n| `hatch` | The angle of the hatch, [0-75] |\n',
  ],
  [
    'From Nest to Hoopoe',
    'The names of both:\n\n| Nest | Hoopoe |\n| --- | --- |\n| `@nest/eggs-viewer` | `@hoopoe/eggs` |\n| `OLD_NEST_KEY` | `HOOPOE_KEY` |\n\n## Viewers\n\nReplace the package of the eggs viewer of Nest at the end.\n',
  ],
  [
    'Roost',
    'Settings of the roost server:\n\n* `roost.port`\n  This sets the port of the server, which is defaulted to `389`.\n* `roost.bind`\n  The port of a roost server can be bound 2 times.\n',
  ],
  [
    'Actions of Hoopoe',
    '## Supported Actions\n\nActions are what a bird can do. Hoopoe supports several actions:\n\n### Plumage\n\n* Pluck a feather\n* Paint a feather\n',
  ],
  [
    'Hoopoe apps',
    'Hoopoe apps are windows of an aviary. Changes made by a bird in Hoopoe are logged, and capitalized terms of Hoopoe are names. The nest MAR is found in Hoopoe.\n\n## Moult log\n\nKeep the moult log of Hoopoe:\n\n```\nhoopoe log             # last 7 days\n```\n',
  ],
  ['Colours of Hoopoe', 'Sorting by colour needs Hoopoe Enterprise.\n'],
  [
    'Birds of Hoopoe',
    Array.from({ length: 60 }, (_, number) => `## Bird ${number}\n\nIt sings.\n`).join('\n'),
  ],
] as const;

const ask = askingAbout(PAGES, 'Docs');

describe('a question finds its answer', () => {
  it.each([
    [
      'that writes several words as one name',
      'Which status code do I get for an unknown ring token?',
      '418',
    ],
    [
      'in a row that is named by an identifier',
      'What is the maximum number of FeatherIds?',
      'max 700 items',
    ],
    [
      'for words of an identifier',
      'What is the maximum number of feather IDs in Hoopoe?',
      'max 700 items',
    ],
    ['that says what cannot be', 'Which role can never be removed from an aviary?', 'Founder'],
    ['in a glossary', 'What is a perch in Hoopoe?', 'a stick and a nail'],
    [
      'below a heading with an article',
      'How do I restore an earlier feather in Hoopoe?',
      'Press Restore',
    ],
    [
      'on a page that does not name the product',
      'How are moults represented in Hoopoe?',
      'ISO 8601',
    ],
    ['that is about one thing only', 'How can I moult only the tail in Hoopoe?', 'use moultTail'],
    ['that says the opposite', 'Is the crest property still supported?', 'Deprecated'],
    [
      'that is no more than an address',
      'To which endpoint are moult reports sent?',
      'https://reports.hoopoe.example/moult',
    ],
    [
      'that names a variable, whose number nobody asked for',
      'Which environment variable sets the port of the aviary door?',
      'AVIARY_DOOR',
    ],
    ['that the next section lists', 'Which actions does Hoopoe support?', 'Pluck a feather'],
    ['that is the new name', 'What replaces OLD_NEST_KEY in Hoopoe?', 'HOOPOE_KEY'],
    [
      'that is the new name of a thing',
      'Which package replaces @nest/eggs-viewer?',
      '@hoopoe/eggs',
    ],
    ['that a value is defaulted to', 'What is the default port of the roost server?', '389'],
    ['that states a range', 'What is the range of the hatch angle?', '[0-75]'],
    ['that says what the product is', 'What is Hoopoe?', 'Hoopoe is a sorter of feathers'],
    ['that says what the product can do', 'What can Hoopoe do?', 'Hoopoe is a sorter of feathers'],
    ['that names a plan', 'Which plan do I need for sorting by colour?', 'Hoopoe Enterprise'],
  ])('%s', async (_case, question, quoted) => {
    expect(await ask(question)).toContain(quoted);
  });
});

describe('a question is not answered', () => {
  it.each([
    ['by the number of something else in a row', 'How many birds does Hoopoe have?'],
    ['by what looks like a month, or can be found', 'When was Hoopoe founded?'],
    ['by a comment in code', 'How long does Hoopoe keep its moult log?'],
    ['by anything made', 'Who made Hoopoe?'],
    ['by a word with the same stem', 'What is the capital of Hoopoe?'],
    ['by what another product does', 'How are moults represented in Wallcreeper?'],
  ])('%s', async (_case, question) => {
    expect(await ask(question)).toContain('Nothing in the documentation');
  });
});
