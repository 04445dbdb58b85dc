import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORGANIZATION, startTestPlatform, type TestPlatform } from '../support.ts';
import { answerTo, publishPages } from './asking.ts';

/** Documentation as references and release notes write it: labels, lists, commands, lines broken anywhere. */
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
  [
    'Lamps of the tower',
    'Keepers light the lamps in fog, with the lamp feature of the tower.\n\n## Fog lamps\n\nLight the fog lamps when a ship must see the tower. It is no cheap way to see.\n\n* Lamp 1 has a shade.\n* Lamp 2 does not have a shade.\n',
  ],
  [
    'Workaround on Linux',
    'Some towers need a workaround on Linux.\n\n1. `sudo apt install libtower2`\n2. Start the tower.\n',
  ],
  [
    'Plugins of Dory',
    'The drop-in file of the gull plugin for Dory 3.1.1 is below.\n\n## Gull\n\nThe gull plugin is included in Dory since v2.0.4.\n',
  ],
  ['Schemas', 'Objects of the tower.\n\n## Schema: BellState\n\nReturned by `GET /bells/{id}`.\n'],
  [
    'Masts',
    'Configuration: use the mast field of boats, which boats have, to specify a mast.\n\n## Field\n\nThe `mast` field was previously used for boats, but is now deprecated.\n',
  ],
  ['Gull API', 'The Gull API has a calling and a listening side.\n'],
  [
    'Rigging',
    'The `furl()` method of the brass winch of the Gull rigging returns a `Sail` object.\n',
  ],
  [
    'Hoists',
    '## Flag\n\nHoist it.\n\n## Sail\n\nHoist it.\n\n## Lamp\n\nHoist it.\n\n## Bell\n\nHoist it.\n',
  ],
  ['Berths', '## Create a berth token\n\n1. Visit the Berth Tokens page.\n2. Click **Create**.\n'],
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
  ['says when', 'When should fog lamps be lit?', 'when a ship must see'],
  ['denies what is asked', "Which lamp doesn't have a shade?", 'Lamp 2 does not'],
  ['is a command', 'Which package must be installed for the workaround on Linux?', 'libtower2'],
  ['says since when', 'Since which Dory version is the gull plugin included?', 'v2.0.4'],
  ['shows a request', 'Which endpoint returns a BellState?', 'GET /bells'],
  ['says that it is no longer so', 'Is the mast field of boats still used?', 'now deprecated'],
  ['does not count what it lists', 'What are the two sides of the Gull API?', 'a listening side'],
  ['says how something is done', 'Which page lets me create a berth token?', 'Berth Tokens page'],
  [
    'has letters of the question further down',
    'How can I speed up deck I/O on NVMe?',
    'raise the queue',
  ],
])('a question is answered by a text that %s', async (_case, question, quoted) => {
  expect(await answerTo(platform.admin, question)).toContain(quoted);
});

it('what is said of another method is no answer', async () => {
  const answer = await answerTo(
    platform.admin,
    'What does the hoist method of the brass winch of the Gull rigging return?',
  );
  expect(answer).toContain('Nothing in the documentation');
});
