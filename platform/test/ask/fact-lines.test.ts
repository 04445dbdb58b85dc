import { expect, it } from 'vitest';
import { askingAbout, expectQuoted } from './asking.ts';

const PAGES = [
  [
    'Avocet eggs',
    '## Maximum egg size\n\nAvocets lay eggs in the sand.\n\nBy default, an avocet egg larger than 5 cm is refused by the counter. Ask the warden about others.\n\nNests with too many eggs are refused as well.\n',
  ],
  [
    'Avocet guards',
    '## Requiring guards\n\nAvocets can have a guard.\n\nWardens on the Saltmarsh plan can require guards for everybody.\n\nTo require them, open the list of guards.\n',
  ],
  ['Avocet plans', 'The Lagoon plan allows six avocets and needs no card.\n'],
  [
    'Avocet keys',
    '## Keys of an avocet\n\n- Reach: an avocet key opens every gate.\n- Lifetime: an avocet key lasts 11 years.\n- Revocation: an avocet key stops opening gates at once when a warden deletes it.\n',
  ],
  [
    'Avocet gates',
    '## Parameters of gates\n\n- width (number): Avocets that pass at once (default: 3, maximum: 9)\n- colour (string): Colour of the gate\n',
  ],
] as const;

const ask = askingAbout(PAGES);

it.each([
  [
    'to a question for a number has the line with it alone',
    'What is the maximum size of an avocet egg?',
    ['5 cm'],
    ['in the sand', 'Nests'],
  ],
  [
    'about a plan comes from the section that answers the first part',
    'Can I require guards for all avocets, and which plan do I need?',
    ['Saltmarsh plan'],
    ['Lagoon'],
  ],
  [
    'knows the noun of a verb',
    'Can an avocet key be revoked?',
    ['stops opening gates at once'],
    [],
  ],
  [
    'to a question for two bounds is one',
    'What is the default and the maximum number of avocets at a gate?',
    ['default: 3, maximum: 9'],
    ['Colour', 'cm'],
  ],
  [
    'has all lines of which each may be the answer',
    'Can I require guards for avocets?',
    ['can have a guard', 'Saltmarsh plan'],
    [],
  ],
])('an answer %s', async (_, question, quoted, others) => {
  expectQuoted(await ask(question), quoted, others);
});

it('quotes a section once for both parts of a question', async () => {
  const answer = await ask('Can I require guards for all avocets, and which plan do I need?');
  expect(answer.match(/Avocet guards/g)).toHaveLength(1);
});
