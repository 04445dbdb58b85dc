import { describe, expect, it } from 'vitest';
import { askingOnlyAbout, expectQuoted } from './asking.ts';

/** It mentions what the questions below are about, but says none of it. */
const GODWIT = askingOnlyAbout(
  [
    ['Welcome', 'Godwit keeps records of tides.'],
    ['Parties', 'The data exporter is the harbour. Download the data policy of a harbour.'],
    ['Newsletters', 'Change the email newsletter once a year.'],
    ['Numbers', 'Enter the number of your mobile app.'],
    ['Winds', 'Slow winds are rare.'],
    ['Ports', 'Add the Godwit importer, which writes a reporter.'],
    ['Yield', 'The yearly yield, or APY, is 3%.'],
    ['Certificates', "Certificates of Let's Encrypt are in `./data/certs`."],
    ['Harbours', 'Register the data of a harbour, which will be visible on the map.'],
    ['Boards', 'The board is a friend of all harbours.'],
    ['Commands', '## Remove\n\nRemove a buoy from a chart.\n\nUsage: /remove <buoy>'],
    ['3.2', '## Fixed\n\nYou can now cancel alarms for tides.'],
    ['Rates', 'Rates: required, max 1000 items.'],
  ],
  'Godwit',
);

describe('a text does not answer that only mentions', () => {
  it.each([
    ['who does it', 'Can I export my data?'],
    ['a thing of which it is a part', 'How do I change my email?'],
    ['that of somebody else', 'Does Godwit have a mobile app?'],
    ['no cause', 'Why is it so slow?'],
    ['a tool that has its name', 'How do I create a report?'],
    ['a word that ends otherwise', 'Is there an API?'],
    ['the verb in a name', 'Is my data encrypted?'],
    ['what everybody may see, and not who', 'Who can see my data?'],
    ['a group, and none of its members', 'Who is on the board?'],
    ['what is done to something else', 'How do I uninstall it?'],
    ['what was corrected once', 'Can an alarm be cancelled?'],
    ['other rates', 'What are the rate limits?'],
  ])('%s', async (_case, question) => {
    expect(await GODWIT(question)).toMatch(/^Nothing in the documentation/);
  });
});

const KNOT = askingOnlyAbout(
  [
    ['Welcome', 'Knot is a plugin for tide tables.'],
    [
      'Installation',
      '## First steps\n\n1. Download the archive.\n2. Copy it into the folder of extensions.\n3. Start again.',
    ],
    ['Export', 'Tide data can be exported as a table.'],
    ['Security', 'All tide data is encrypted before it is sent.'],
    ['Roles', 'Only harbour masters can see tide data.'],
    ['Board', 'The board of Knot: Ada Brand, Bo Falk.'],
    ['Limits', 'Each token may send 200 requests within 30 seconds.\n\nThis is the rate limit.'],
    ['Practice', 'Knot provides a sandbox for everybody.'],
    ['Platforms', 'Knot 10 4711 is the minimum supported version of Knot.'],
    ['Directors', 'There will be a minimum of 3 and a maximum of 8 directors at any one time.'],
    ['Copies', '```yaml\ncopies:\n  # Maximum amount of copies of a table\n  copy-limit: 3\n```'],
    [
      'Serialization',
      '## Datetimes\n\nA datetime is a string in the format of ISO 8601 in our API.',
    ],
    [
      'Conditions',
      'The gauge works at a minimum temperature of\n\n| Minimum temperature for work | about -40°C~-50°C |',
    ],
    ['Codes', '- **409 Conflict**: the table was changed meanwhile.'],
    [
      'Answers',
      'A gauge has to answer with a permanent redirect.\n\nIts answer must be there within 5 seconds.',
    ],
    ['Boxes', 'The box can connect up to eight gauges.'],
    ['Community', '## Support\n\nFast Discord support.'],
    [
      'Errors',
      '## Crash E_TIDE\n\nTide reader says E_TIDE.\n\nIt can be fixed with the following command:\n\n**knot repair**',
    ],
  ],
  'Knot',
);

describe('a text answers', () => {
  it.each([
    [
      'with the steps for what the documentation is about',
      'How do I install the plugin?',
      ['Download the archive', 'Start again'],
    ],
    ['what can be done', 'Can I export tide data?', ['can be exported']],
    ['what is done', 'Is tide data encrypted?', ['is encrypted before']],
    ['who may see something', 'Who can see tide data?', ['Only harbour masters']],
    ['who is in a group', 'Who is on the board?', ['Ada Brand']],
    [
      'how many requests are allowed',
      'What are the rate limits?',
      ['200 requests within 30 seconds'],
    ],
    [
      'without what somebody wants to do there',
      'Is there a sandbox I can test with?',
      ['provides a sandbox'],
    ],
    ['which version is the oldest', 'What is the oldest Knot 10 build that still runs?', ['4711']],
    [
      'how many there are at a time',
      'How many directors can there be at the same time?',
      ['maximum of 8'],
    ],
    [
      'how many of a thing a setting allows',
      'How many copies of a table are kept?',
      ['copy-limit: 3'],
    ],
    ['with a longer word for a date', 'What date format does the API use?', ['ISO 8601']],
    ['how cold it may be', 'How cold may it be for the gauge to work?', ['-40°C']],
    ['what a code means', 'I got a 409 back, what is wrong?', ['changed meanwhile']],
    [
      'how quickly, and not what is permanent',
      'How quickly does a gauge have to answer?',
      ['within 5 seconds'],
    ],
    ['how many can be plugged in', 'How many gauges can I plug into the box?', ['up to eight']],
    ['where to get help', 'Where can I get help?', ['Fast Discord support']],
    [
      'with the command that a line announces',
      'Tide reader says E_TIDE, how do I fix it?',
      ['knot repair'],
    ],
  ])('%s', async (_case, question, told) => {
    expectQuoted(await KNOT(question), told, []);
  });
});
