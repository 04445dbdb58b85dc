import { describe, expect, it } from 'vitest';
import { askingAbout, expectQuoted } from './asking.ts';

const PAGES = [
  [
    'Wren votes',
    `## Voting in the wren council

Whoever supports a wren vote keeps their Pebble locked for 48 hours, and the cost of a vote is well known to those who submit a wren vote.

Whoever submits a wren vote sends 7 Pebble to the common nest.
`,
  ],
  [
    'Wren deposits',
    `You can look up the safety deposit of a wren in the book of nests.

| Bird | Safety deposit |
|---|---|
| Wren | 0.3 |
| Heron | 0.9 |
`,
  ],
  [
    'Wren cages in a browser',
    `Start the wren cage with the usual command.

The wren cage is then at \`http://<host>:7171\` in a browser.
`,
  ],
  [
    'Wren songs',
    `A song may be submitted in a format with only small letters.

The wren stage considers songs from grown wrens.
`,
  ],
  [
    'Wren seeds',
    `## How much does it cost to keep a wren?

You can apply for free wren seeds from the keeper.

## Seeds

A keeper gives every bird 40 seeds for free.
`,
  ],
] as const;

const ask = askingAbout(PAGES);

describe('an answer to a question of an amount, or of who may', () => {
  it.each([
    [
      'has the number of coins',
      'How much Pebble does it cost to submit a wren vote?',
      ['sends 7 Pebble'],
      ['48 hours'],
    ],
    ['has the deposit', 'What is the safety deposit for a wren?', ['0.3'], ['look up']],
    [
      'may have the port in an address',
      'On which port does the wren cage open in my browser?',
      ['http://<host>:7171'],
      [],
    ],
    [
      'is no answer to how much something else is',
      'How much free seed does a wren keeper give away?',
      ['40 seeds'],
      ['apply for'],
    ],
    [
      'may tell from whom something is accepted',
      'Who may submit songs to the wren stage?',
      ['considers songs from grown wrens'],
      [],
    ],
  ])('%s', async (_, question, quoted, others) => {
    expectQuoted(await ask(question), quoted, others);
  });

  it('is no text in which the word only is about something else', async () => {
    expect(await ask('Who may submit a format?')).toContain('Nothing in the');
  });
});
