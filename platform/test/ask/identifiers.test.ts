import { expect, it } from 'vitest';
import { askingAbout } from './asking.ts';

const PAGES = [
  [
    'heron',
    'The `wade_heron` plugin writes catches to a log. By default, it writes catches once a day (around 04:20).\n',
  ],
  ['egret', 'The `wade_egret` plugin writes catches by default on the hour, at 09:00.\n'],
  [
    'Wading class',
    '## Wading flow\n\nwader classes under:\n\n`waders/*.py`\n\n## Supported birds\n\n| Bird | Wader class |\n|---|---|\n| Bittern | `BitternWader` |\n| Stilt | `StiltWader` |\n',
  ],
  ['Ringing', 'Rings have been supported on herons from 2019 onwards.\n\nRings are metal.\n'],
] as const;

const ask = askingAbout(PAGES);

it.each([
  [
    'comes from a section with its identifier',
    'At what time does wade_heron write catches by default?',
    '04:20',
    '09:00',
  ],
  [
    'has the name that is asked about',
    'Which wader class is used for Bittern?',
    'BitternWader',
    '*.py',
  ],
  ['has a year', 'Since which year are rings supported on herons?', '2019', 'Nothing'],
])('an answer %s', async (_, question, quoted, other) => {
  const answer = await ask(question);
  expect(answer).toContain(quoted);
  expect(answer).not.toContain(other);
});
