import { describe, it } from 'vitest';
import { askingAbout, expectQuoted } from './asking.ts';

const PAGES = [
  [
    'Alarms of the rooster',
    `Say "rooster, wake me" to set an alarm.

Say "rooster, doze" to be woken again. A doze defaults to 7 minutes.
`,
  ],
  [
    'Keys of the coop',
    `## Locking

Owners can lock their grain in the coop for up to 3 years.

## Penalty

The penalty for a late harvest is 12% of the grain.

## Visitors

There will be no counting or weighing fees at the gate. A fee of two grains for the bird, which is collected at the gate, may follow.\\
`,
  ],
  [
    'Cracks in eggs',
    `How bad a crack in a shell is:

- C1 - Leaks - Nobody can keep this egg.
- C2 - Rough shell - The egg looks bad.
- C3 - Small spots - Nobody sees them.
`,
  ],
  [
    'Letters that come back',
    `## By hand

Redelivery of a letter by hand is not available. Once all deliveries have failed, the letter stays where it is.
`,
  ],
  [
    'The crate of the hatchery',
    `The hatchery crate works under the number in the tag.

If you do not specify one, the crate works under uid 4711.
`,
  ],
  [
    'Hatching on a Mac',
    `macOS 13 1809 is the minimum supported version. macOS 13 2004 is better.

This kind of macOS 13 has no fan.
`,
  ],
  [
    'Moving to the coast',
    `The farm does not sponsor boats. To move to the coast, a farmer brings papers.
`,
  ],
  [
    'Seeds',
    `| Seeds | Grams |
| --- | --- |
| Rye | 20 |

There are 70,000 $SEED tokens on the day of the sowing;
`,
  ],
] as const;

const ask = askingAbout(PAGES, 'Farm');

describe('an answer to what is asked in other words', () => {
  it.each([
    [
      'has the default, if a question says that nothing is set',
      "How long does a doze last if I don't say a time?",
      ['7 minutes'],
      [],
    ],
    [
      'has the value that something has unless one is given',
      'Which uid does the hatchery crate work under by default?',
      ['4711'],
      ['in the tag'],
    ],
    ['has the longest time', 'longest time I can lock my grain for', ['3 years'], []],
    ['has how big a share is', 'How big is the penalty for a late harvest?', ['12%'], []],
    [
      'has no line break that its paragraph ends with',
      'Are there weighing fees at the gate?',
      ['no counting or weighing fees'],
      ['may follow.\\'],
    ],
    [
      'has the differences of numbered things of one kind',
      'difference between a C1 and a C2 crack',
      ['C1', 'Leaks', 'C2', 'Rough shell'],
      [],
    ],
    [
      'tells what nobody can do by hand',
      'Can I resend a letter myself after all deliveries failed?',
      ['by hand is not available'],
      [],
    ],
    [
      'has the least version, if that is called a build',
      'oldest macOS 13 build that is supported',
      ['1809 is the minimum'],
      ['no fan'],
    ],
    [
      'need not have what somebody intends',
      'Will the farm sponsor my boat if I want to sail around the world?',
      ['does not sponsor boats'],
      [],
    ],
    ['may end like code', 'How many SEED tokens exist?', ['70,000'], []],
  ])('%s', async (_, question, quoted, others) => {
    expectQuoted(await ask(question), quoted, others);
  });
});
