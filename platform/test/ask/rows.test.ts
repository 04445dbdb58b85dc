import { describe, it } from 'vitest';
import { askingAbout, expectQuoted } from './asking.ts';

const PAGES = [
  [
    'Dunlin knobs',
    '## Knobs\n\n| Knob | Kind | Default value | Meaning |\n|---|---|---|---|\n| `tone` | text | `low` | How deep it sings. |\n| `pace` | number | `7` | How fast it runs. |\n\nTurn a knob by hand.\n',
  ],
  [
    'Dunlin seats',
    '## Seats\n\n| Boat | Seats |\n|---|---|\n| Punt | 3 |\n| Raft | 11 |\n| Ferry | 90 |\n',
  ],
  [
    'Dunlin faults',
    '| Fault | Meaning |\n|---|---|\n| 7101 | The rope is wet. |\n| 7102 | The sail is torn. |\n',
  ],
] as const;

const ask = askingAbout(PAGES);

describe('of a table', () => {
  it.each([
    ['one row', 'What does fault 7102 mean?', ['| Fault', '7102'], ['7101']],
    [
      'the row below the head with the default',
      'What is the default value of the pace knob of a dunlin?',
      ['| Knob', '`7`'],
      ['`low`', 'by hand'],
    ],
    [
      'the rows of both things',
      'How many seats do the punt and the raft of a dunlin have?',
      ['| Punt', '| Raft'],
      ['Ferry'],
    ],
    [
      'every row that a list may consist of',
      'Which boats of a dunlin have seats?',
      ['Punt', 'Ferry'],
      [],
    ],
  ])('an answer has %s', async (_, question, quoted, others) => {
    expectQuoted(await ask(question), quoted, others);
  });
});
