import { describe, expect, it } from 'vitest';
import { askingAbout } from './asking.ts';

const PAGES = [
  [
    'Gannet access',
    'A gannet has two passes.\n\n- **Day pass**\n  - It gives you 400 calls/min.\n- **Trial pass**\n  - It gives you 30 calls/min.\n',
  ],
  [
    'Gannet catch',
    'The catch of a gannet is divided as follows:\n\n- 60% to the chick that called\n- 40% to the other chicks\n',
  ],
  [
    'Gannet photos',
    'Photos of a gannet come in several formats:\n\n- tiny: 40x40px\n- huge: 800x800px\n',
  ],
  ['Gannet kit', '## Requirements\n\n- Rope\n- Petrel v.7+\n'],
  [
    'Gannet prices',
    '## Nest boxes\n\n| Offer | Basic | Flock | Colony |\n|---|---|---|---|\n| Included | 5 nest boxes | 40 nest boxes | 300 nest boxes |\n| Each more | 3 eggs | 2 eggs | 1 egg |\n',
  ],
  ['Gannet fees', 'Above 9kg of herring data in a week, you will be billed $2 per kg of data.\n'],
  [
    'Gannet start',
    'This starts the roost on the default hatches - 41 for fish and 42 for squid.\n',
  ],
  [
    'Gannet loss',
    'In the case of your pass getting compromised, write to the warden of the colony.\n',
  ],
  ['Gannet burrows', 'Deleted burrows cannot be restored.\n'],
  ['Gannet front-end', 'Gannet does not have a solution for nesting front-end parts.\n'],
  ['Gannet dives', 'Colony birds are limited to a maximum of 12 co-divers per dive.\n'],
] as const;

const ask = askingAbout(PAGES);

describe('what is asked', () => {
  it.each([
    [
      'a rate limit as so many in a time',
      'What is the rate limit of the trial pass?',
      '30 calls/min',
    ],
    [
      'a share as a percentage',
      'What share of the gannet catch does the chick that called get?',
      '60%',
    ],
    ['sizes as dimensions', 'Which sizes are available for gannet photos?', '800x800px'],
    ['a version with a dot', 'Which Petrel version do I need for the gannet kit?', 'v.7+'],
    [
      'a plan by its name alone',
      'How many nest boxes are included in the Flock plan?',
      '40 nest boxes',
    ],
    ['a cost beside a bound', 'What does extra herring data above 9kg cost?', '$2 per kg'],
    ['defaults after a dash', 'What are the default hatches of the roost?', '41 for fish'],
    ['a leak as a compromise', 'Whom do I write to if my pass leaked?', 'warden'],
    [
      'bringing back as restoring',
      'Can I bring back a burrow that I removed?',
      'cannot be restored',
    ],
    ['a word with a hyphen', 'Does Gannet have a solution for nesting frontends?', 'does not have'],
    ['a cap as a maximum', 'What is the cap on co-divers for Colony birds?', '12 co-divers'],
  ])('may be said otherwise: %s', async (_, question, quoted) => {
    expect(await ask(question)).toContain(quoted);
  });
});
