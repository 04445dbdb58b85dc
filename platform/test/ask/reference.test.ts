import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORGANIZATION, startTestPlatform, type TestPlatform } from '../support.ts';
import { answerTo, publishPages } from './asking.ts';

/** Documentation as references and release notes write it: labels, lists of a few words, lines that are broken anywhere. */
const PAGES = [
  [
    'Bell tower contract',
    '## `ringBell()`\n\nRings the bell of the tower.\n\nEvents:\n\n* `BellRung(address ringer)`\n\n## `muteBell()`\n\nStops the bell of the tower.\n\nEvents:\n\n* `BellMuted(address ringer)`\n',
  ],
  [
    'Tide service',
    '* Tide API - Based on Pelican\n* Keeps a record of each tide\n\n## Records\n\nThe API of the tide service has the records of a week.\n',
  ],
  ['Cleaning', '## Scrub\n\n`scrub` wipes the hide, with everything in it. There is no undo.\n'],
  [
    'Wardens of hides',
    'The warden of a hide is a module for wardens of hides. It has three kinds of wardens.\n\n## Notes\n\n* One warden can be associated with only one hide\n* A hide can have multiple wardens\n',
  ],
  ['Tolls', 'Rowers pay a toll in ETH to keepers for managing their boats.\n'],
  [
    'Release 7',
    '* **/api/ferry/location**: Added `deckstyle` for ferries. The default, if\n unset, is _open_. The ferries of\n earlier releases have none.\n',
  ],
  [
    'Speed',
    'Reading from the NVMe deck is slow at first: raise the queue of the deck to speed up.\n\nA deck with much I/O wears out.\n',
  ],
] as const;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
  const { json } = await platform.admin('POST', `/orgs/${ORGANIZATION}/spaces`, { title: 'Tower' });
  await publishPages(platform.admin, json.id, PAGES);
});

afterAll(() => platform.close());

it.each([
  ['is below a label', 'Which event does ringBell emit?', 'BellRung'],
  ['is the name of a tool', 'Which framework is the tide API based on?', 'Based on Pelican'],
  ['has an irregular verb in another form', 'Can a scrub be undone?', 'There is no undo'],
  ['says how many with another word', 'Can a hide have several wardens?', 'multiple wardens'],
  ['names a currency', 'In which currency do rowers pay keepers?', 'ETH'],
  ['is broken into lines', 'What is the default of deckstyle?', 'The default, if unset, is open.'],
  [
    'has letters of the question further down',
    'How can I speed up deck I/O on NVMe?',
    'raise the queue',
  ],
])('a question is answered by a text that %s', async (_case, question, quoted) => {
  expect(await answerTo(platform.admin, question)).toContain(quoted);
});
