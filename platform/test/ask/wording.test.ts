import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV_GUIDE, ORGANIZATION, startTestPlatform, type TestPlatform } from '../support.ts';
import { answerTo, publishPages } from './asking.ts';

const PAGES = [
  [
    'Sizing an aviary',
    'An aviary wants 3 GB memory for every 100 concurrent flights.\n\n## Disk\n\nWithout films, the storage of an aviary is 20 GB.\n\n## Flight log\n\nA flight log takes 4 GB for each 1,000,000 flights.\n',
  ],
  [
    'Aviary keeper',
    'An aviary keeps its eggs in MongoDB.\n\nIts letters are signed with RS256, and passports of an aviary expire after 20 minutes.\n',
  ],
  [
    'Aviary viewer',
    'With the aviary viewer you see nests without opening a door.\n\nOpen the viewer in the browser window of a keeper.\n',
  ],
  ['Aviary desk', 'The help desk of an aviary operates from 8 am to 4 pm.\n'],
  [
    'Aviary visitors',
    'Add visitors with ease, by a username or Single-Sign-On.\n\nOnce a user is added to a flock, the flock belongs to the visitor.\n',
  ],
  [
    'Aviary gates',
    'Our customers ask for gates often.\n\n## Default gate\n\nA default gate is used when no other gate is named.\n\n## Forced gate\n\nA forced gate is used whatever gate is named.\n',
  ],
  [
    'Aviary lamps',
    'Every business has a cage of its own.\n\nIt is important to wash an aviary lamp.\n',
  ],
  [
    'Aviary borders',
    'A red border of a cage means that an egg is broken, and the user cannot continue.\n',
  ],
  [
    'Aviary letters',
    'A reply to an aviary letter may have 100 characters.\n\n## Post\n\nDaily limit of aviary post: 20,000 letters.\n\n## Example\n\n```js\nsend({\n  "stamp": "aviary letter on a roof",\n});\n```\n\n## Windows\n\nThe windows of an aviary show a notification of a device.\n\nThe aviary letters of https://nest.example/1234 wait.\n',
  ],
] as const;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
  await platform.admin('POST', `/orgs/${ORGANIZATION}/spaces`, { title: 'Post' });
  await publishPages(platform.editor, DEV_GUIDE, PAGES);
});

afterAll(() => platform.close());

const ask = (query: string) => answerTo(platform.admin, query);

describe('a question is answered by a text', () => {
  it.each([
    [
      'that writes a number in digits',
      'How much RAM does an aviary want for every hundred parallel flights?',
      '3 GB memory for every 100',
    ],
    [
      'that groups the digits of a number',
      'How much room does a flight log take per million flights?',
      '4 GB for each 1,000,000',
    ],
    [
      'that has one word for two',
      'How much disk space does an aviary take?',
      'storage of an aviary is 20 GB',
    ],
    [
      'that names a thing of the kind asked for',
      'Which database does an aviary use?',
      'in MongoDB',
    ],
    [
      'that names a thing of a kind before its verb',
      'Which algorithm signs the letters of an aviary?',
      'RS256',
    ],
    [
      'with a noun for an adjective',
      'For how long is a passport of an aviary valid?',
      '20 minutes',
    ],
    ['that gives a length', 'How long may a reply to an aviary letter be?', '100 characters'],
    ['that tells days in one word', 'How many letters of aviary post a day?', '20,000 letters'],
    ['that gives opening hours', 'When is the help desk of an aviary open?', '8 am to 4 pm'],
    [
      'for its second part, which has no subject of its own',
      'What does a red border of a cage mean, and can the user go on?',
      'the user cannot continue',
    ],
  ])('%s', async (_case, question, told) => {
    const answer = await ask(question);
    expect(answer).toContain(told);
    expect(answer).not.toContain('Nothing in the documentation');
  });

  it('about each of two things, one of which is called default', async () => {
    const answer = await ask('What is the difference between a default gate and a forced gate?');
    expect(answer).toContain('when no other gate is named');
    expect(answer).toContain('whatever gate is named');
  });
});

describe('a question is not answered by a text', () => {
  it.each([
    ['without the noun asked for', 'Which fonts does the aviary viewer support?'],
    ['that has its subject but not its verb', 'Which browsers are supported?'],
    ['that counts nothing', 'How many people can be in a flock of an aviary?'],
    ['with a word that only begins alike', 'When is a cage busy?'],
    ['that lacks what to do', 'How do I repaint an aviary letter?'],
    ['that is code', 'Can a stamp of an aviary letter be on a roof?'],
    ['that has another word for a name', 'Does the aviary show on a Windows Phone?'],
    ['with a number in an address', 'How many letters of a nest wait?'],
    ['with a word of the same stem', 'How do I import an aviary lamp?'],
  ])('%s', async (_case, question) => {
    expect(await ask(question)).toBe(
      `Nothing in the documentation that you can read answers "${question}".`,
    );
  });

  it('of another space than the one named', async () => {
    const answer = await ask('When is the help desk of an aviary open in post?');
    expect(answer).toMatch(/^Nothing in the documentation/);
    expect(answer).not.toContain('8 am to 4 pm');
  });
});
