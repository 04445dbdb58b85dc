import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORGANIZATION, startTestPlatform, type TestPlatform } from '../support.ts';
import { answerTo, publishPages } from './asking.ts';

const LONG_LIST = Array.from(
  { length: 12 },
  (_, at) => `* Colour ${at + 1} of the pennant is painted by hand in the sail loft each spring`,
).join('\n');

const PAGES = [
  [
    'Send a pennant',
    '{% hint style="warning" %}\nThis function is currently disabled.\n{% endhint %}\n\n## Example\n\nThis example sends a pennant from the yacht.\n\n```js\nyacht.sendPennant();\n```\n',
  ],
  [
    'Trouble with capstans',
    '## Capstan fails with JammedPawlException\n\n### Problem\n\nTurning the capstan fails with a JammedPawlException.\n\n### Cause\n\nThe pawl is rusty.\n\n### Resolution\n\nGrease the pawl with tallow.\n',
  ],
  ['Pennants', `## Colours\n\nAvailable colours of a pennant:\n\n${LONG_LIST}\n`],
  [
    'The yard',
    'The yard was founded in Oslo on July 13, 1923.\n\n## Crews\n\nFor a skiff we expect one and only one rower, for a galley we expect many.\n',
  ],
  [
    'Keys of the yard',
    'A gate key is valid for 24 hours by default. A cellar key is valid for 30 hours by default.\n',
  ],
  [
    'Security of the yard',
    'Whoever discovers a rotten plank should contact guard@yard.example with the title "Plank".\n',
  ],
  ['Knots', 'All the knots:\n\n- KNOT_06\n- KNOT_07\n- KNOT_08\n'],
  [
    'KNOT_07',
    'Learn what KNOT_07 is and how to resolve it.\n\n## Description\n\nThis says that a rope is too short.\n\n## Remedy\n\nSplice a second rope to the end.\n',
  ],
  [
    'Bilge pump grips',
    'This part is available on large yachts only.\n\n## Overview\n\nA grip fits the hand.\n\n## Order\n\nAvailable grips:\n\n- oak\n- brass\n',
  ],
  [
    'Get a berth',
    'Learn how to get a berth.\n\n## Ask the harbour\n\nTo get a berth, ask the harbour master at the gate. Berth options:\n\n- the north quay\n- the south quay\n',
  ],
  ['Serial analyzer guide', '## Autobaud\n\nThe analyzer has autobaud. It can fail.\n'],
] as const;

/** Documentation of another product. */
const OTHERS = [1, 2, 3, 4].map(
  (number) =>
    [
      `Orlop deck ${number}`,
      `Orlop has a deck ${number}.\n\n## Catalogue\n\nIt has an ebony API.\n`,
    ] as const,
);

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
  const create = async (title: string) =>
    (await platform.admin('POST', `/orgs/${ORGANIZATION}/spaces`, { title })).json.id;
  await publishPages(platform.admin, await create('Yard'), PAGES);
  await publishPages(platform.admin, await create('Orlop'), OTHERS);
  await publishPages(
    platform.admin,
    await create('KLS'),
    [1, 2, 3, 4].map((number) => [`Beam ${number}`, `KLS has a beam ${number}.\n`] as const),
  );
});

afterAll(() => platform.close());

const ask = (question: string) => answerTo(platform.admin, question);

it.each([
  [
    'a warning above what is quoted',
    'can i send a pennant from the yacht at the moment',
    ['currently disabled', 'sends a pennant'],
  ],
  [
    'the solution of a problem',
    'The capstan fails with a JammedPawlException, how do I fix it?',
    ['Grease the pawl with tallow'],
  ],
  [
    'all of a list',
    'Which colours of a pennant are available?',
    ['Colour 1 of', 'Colour 12 of the pennant'],
  ],
  [
    'what an error is and what to do about it',
    'What does KNOT_07 mean and how do I fix it?',
    ['a rope is too short', 'Splice a second rope'],
  ],
  [
    'a list further down on a page about its things',
    'Which grips are available for the bilge pump?',
    ['Available grips', 'brass'],
  ],
  ['both parts at once', 'Where and when was the yard founded?', ['Oslo on July 13, 1923']],
  ['an address', 'Which email address should I contact about a rotten plank?', ['guard@yard']],
  [
    'the same of another thing',
    'How long is a gate key valid by default, and the cellar key?',
    ['valid for 24 hours', 'valid for 30 hours'],
  ],
])('an answer has %s', async (_case, question, quoted) => {
  const answer = await ask(question);
  for (const text of quoted) expect(answer).toContain(text);
  expect(answer).not.toContain('Nothing in the documentation');
});

it('every section that is quoted is cited', async () => {
  const query = 'The capstan fails with a JammedPawlException, how do I fix it?';
  const { json } = await platform.admin('POST', `/orgs/${ORGANIZATION}/ask`, { query });
  const { sources } = json.answer as unknown as { sources: { sections: string[] }[] };
  expect(sources.map(({ sections }) => sections)).toEqual([['problem', 'resolution']]);
});

it('a section is quoted once', async () => {
  const answer = await ask('How do I get a berth, and which berth options are there?');
  expect(answer.split('ask the harbour master')).toHaveLength(2);
});

it('a part without a verb has that of the part before', async () => {
  const answer = await ask('How many rowers are expected for a skiff and how many for a galley?');
  expect(answer).toContain('for a galley we expect many');
  expect(answer).not.toContain('Nothing in the documentation');
});

it.each([
  ['of another product', 'Does KLS have an ebony API?'],
  ['about another thing in capitals', 'does the CAN analyzer have autobaud'],
])('a text %s is no answer', async (_case, question) => {
  expect(await ask(question)).toContain('Nothing in the documentation');
});

it('a text about the product is an answer', async () => {
  expect(await ask('Does Orlop have an ebony API?')).toContain('It has an ebony API');
});
