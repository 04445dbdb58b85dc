import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORGANIZATION, startTestPlatform, type TestPlatform } from '../support.ts';
import { answerTo, publishPages } from './asking.ts';

const parameter = (name: string, value: string, told: string) =>
  `### ${name}\n\n| type | default | version |\n| :--- | :--- | :--- |\n| integer | ${value} | 0.14.0 |\n\n${told}\n`;

/** What the documentation of one product, ROOST, says. */
const PAGES = [
  [
    'forward',
    `ROOST hears other roosts.\n\n${parameter('port', '24990', 'The port to listen to.')}\n${parameter('bind', '0', 'The address of ROOST.')}`,
  ],
  ['udp', parameter('port', '5990', 'The port to listen to. (default: `5990`)')],
  [
    'Local setup',
    'The setup of ROOST needs:\n\n- Java JRE 21 or higher.\n- Lua 5.4 or higher.\n- Perl 5 is in ROOST.\n',
  ],
  ['Perches', 'ROOST builds perches with Lua 3 times a day.\n\nLua 7 perches are in ROOST.\n'],
  [
    'Removal',
    '## Remove a perch from ROOST\n\n1. Open the folder of perches.\n2. Delete the perch.\n\n## Uninstall ROOST\n\n1. Stop it.\n2. Run `roost-uninstall`.\n',
  ],
  [
    'Clusters',
    'Create a two-node cluster of herons:\n\n- It has the node `a` and the node `b`.\n\n## Size\n\nA heron cluster requires at least three nodes.\n',
  ],
  [
    'Uploads',
    'ROOST stores files of any size that you uploaded at 5 places.\n\nROOST takes uploaded files up to 70MB.\n',
  ],
  [
    'Throttling',
    'The ROOST API returns headers with a status when throttled.\n\nThe ROOST API answers 429 when throttled.\n',
  ],
  [
    'Eggs',
    'Eggs may take up to 3 epochs to appear in ROOST.\n\nAn egg is sent again for 72 hours after ROOST gives up.\n',
  ],
  ['History', 'Roll back to a previous version of a nest with **Undo** in ROOST.\n'],
  ['Pointers', 'Connect a pointer to ROOST with its name.\n'],
] as const;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
  const { json } = await platform.admin('POST', `/orgs/${ORGANIZATION}/spaces`, {
    title: 'Manual',
    empty: true,
  });
  await publishPages(platform.admin, json.id, PAGES);
});

afterAll(() => platform.close());

const ask = (query: string) => answerTo(platform.admin, query);

describe('a question about the product of a space is answered', () => {
  it.each([
    ['by the only row of a table', 'What port does forward listen on by default?', '24990'],
    ['by a requirement that does not name it', 'Which Java version does ROOST require?', 'JRE 21'],
    ['by a version, not by another number', 'Which Lua version does ROOST need?', 'Lua 5.4'],
    ['by its verb before a synonym', 'How do I uninstall ROOST?', 'roost-uninstall'],
    ['by what is needed, not by an example', 'How many nodes does a heron cluster need?', 'three'],
    ['by a bound', 'What is the maximum size of an uploaded file?', '70MB'],
    ['by a status code', 'What status code does the API return when throttled?', '429'],
    ['by how long something takes', 'How long may it take until an egg appears?', '3 epochs'],
    ['by a roll back', 'How can I restore an earlier version of a nest?', '**Undo**'],
  ])('%s', async (_case, question, told) => {
    const [first] = (await ask(question)).split('\n\n**');
    expect(first).toContain(told.replaceAll('*', ''));
  });

  it('by nothing about a word that only looks alike', async () => {
    expect(await ask('How do I connect a printer?')).toBe(
      'Nothing in the documentation that you can read answers "How do I connect a printer?".',
    );
  });
});
