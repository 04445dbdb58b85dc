import { describe, expect, it } from 'vitest';
import { askingAbout, expectQuoted } from './asking.ts';

const PAGES = [
  [
    'Siskin prices',
    'All prices are net.\n\n## Siskin boxes\n\n**Siskin Box 4 Grey**\n\n* Part number: 4401\n* Weight: 2 kg\n* Price (USD): $410\n\n**Siskin Box 8 Grey**\n\n* Part number: 4801\n* Weight: 3 kg\n* Price (USD): $820\n\n**Siskin Box 16 Grey**\n\n* Part number: 4161\n* Weight: 5 kg\n* Price (USD): $1640\n',
  ],
  [
    'Siskin questions',
    '## Orders\n\n<details>\n\n<summary>Can I return a siskin box?</summary>\n\nYes, within six weeks.\n\n</details>\n\n<details>\n\n<summary>Who pays the postage?</summary>\n\nWe do, in Norway only.\n\n</details>\n\nOrders are confirmed by mail.\n',
  ],
  [
    'Siskin filter',
    '## Filter\n\nThe siskin filter removes noise above 40 kHz.\n\n<figure><img src="https://example.com/f.png" alt=""><figcaption><p>Siskin filter noise settings</p></figcaption></figure>\n\n![Siskin filter noise curve](https://example.com/g.png)\n',
  ],
  [
    'Siskin list',
    '## Parameters\n\n* page (number): Page to read (default: 1)\n* limit (number): Most siskins of a page (default: 45)\n* sort (string): Order of siskins\n',
  ],
  [
    'Siskin commands',
    '## siskin perch\n\nConnects your cage to the tree that you used last.\n\n**Description:**\n\nOpens the list of trees.\n',
  ],
] as const;

const ask = askingAbout(PAGES);

describe('an answer', () => {
  it.each([
    [
      'has what is below the label that a question names',
      'What is the price of the Siskin Box 16?',
      ['Siskin prices: Siskin boxes: Siskin Box 16 Grey', '$1640'],
      ['$410', '$820', '4801'],
    ],
    [
      'ends with the expandable that it is in',
      'Can I return a siskin box?',
      ['within six weeks'],
      ['Norway', 'by mail'],
    ],
    [
      'has no captions',
      'Which noise does the siskin filter remove?',
      ['above 40 kHz'],
      ['settings', 'curve'],
    ],
    [
      'to what a command does follows its heading',
      'What does `siskin perch` do?',
      ['Connects your cage'],
      ['list of trees'],
    ],
    [
      'has the item with the type of what it names',
      'What is the default limit of siskins?',
      ['default: 45'],
      ['default: 1)', 'Order'],
    ],
  ])('%s', async (_, question, quoted, others) => {
    expectQuoted(await ask(question), quoted, others);
  });
});

it('lists what the labels of a section name', async () => {
  const answer = await ask('Which siskin boxes are there?');
  for (const name of ['Box 4', 'Box 8', 'Box 16']) expect(answer).toContain(name);
});
