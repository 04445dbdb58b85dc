import { describe, expect, it } from 'vitest';
import { askingOnlyAbout, expectQuoted } from './asking.ts';

/** It answers none of the everyday questions below, but has their words, or others for them, in other meanings. */
const CRAKE = askingOnlyAbout(
  [
    ['Welcome', 'Crake is a reed organ. Crake is built from reed.'],
    ['Calls', 'The `onCall` callback does its work when the organ sounds.'],
    ['Tunes', 'Take the wind into account, which Crake does not. You can remove pipes.'],
    [
      'Crake query language',
      'For tunes.\n\n## Sorting\n\nSorting functions change the order of tunes.',
    ],
    ['Pipes', 'You might have an HTTP API with a rule. For a key pipe, you get more wind.'],
    ['Concerts', 'Crake keeps trying to play.\n\nThe trials of organists are long.'],
    ['Searching', 'The organ says not found, which means an error of the code.'],
    ['Cleaning', 'Crake has a window, which supports cleaning.'],
    ['Wind', 'The maximum size is 12 feet.\n\nData is updated within 60 seconds.'],
    ['Terms', 'Except under this license (as said above), Crake is used by organists.'],
    ['Openness', 'Traces of Crake started in the open source.'],
    ['Rooms', 'The platform of an organ gets support from the floor, as Crake gets it.'],
    ['Organists', 'The role of an organist is what a choir needs.'],
    ['Reports', 'A bug in a pipe was reported.'],
    ['Bellows', 'Update the Crake bellows every year.'],
    ['Fixes', 'A cancelled subscription for tunes was counted twice.'],
    ['Practice', 'Practice mode, enabled by organists, changes the mode of pipes.'],
    ['Owners', 'If the domain of a tune is large, organists add custom pipes.'],
    ['Local organs', '## Clustered\n\nThis makes organs highly available.'],
    ['Doors', 'To configure pipes, log into the organ.'],
    ['Boxes', 'The data store is a box of oak.'],
    ['Noise', 'All noises created by Crake are loud.'],
    ['Steam', '```sh\n# 5) Heat and play (default host/port)\nsteam\n```'],
    ['Endings', 'The data of the organ is printed to your terminal.'],
    ['Pins', '| Pin | Name |\n| --- | --- |\n| 7 | Debug |'],
    ['Labels', 'Up to 20 labels can be created per account, each assigned to a single reed.'],
    ['Paths', 'The PATH environment variable may be the cause.'],
    ['Posters', 'Updates are announced via email.'],
    ['Notices', 'Prior to the change, email is sent.'],
    ['0.11.0', 'Fix on timeout of a pipe.'],
    ['Ranks', 'Crake 2.0 plays ranks.\n\nA rag costs $3.'],
    [
      'Dust',
      '## How do I clean the dusty organ?\n\nCleaning may lose data: back up all data before.',
    ],
  ],
  'Crake',
);

describe('a question that a documentation does not answer', () => {
  it.each([
    ['only has another word for its subject', 'How do webhooks work?'],
    ['only has what to do, and its object elsewhere', 'How do I delete my account?'],
    ['has its object in a name of several words', 'How do I change the language?'],
    ['has both words of a name, but apart', 'How do I get an API key?'],
    ['has the same verb with another meaning', 'Is there a free trial?'],
    ['has other words for a code', 'What does error 404 mean?'],
    ['has one of several things with such a name', 'Does Crake support Windows?'],
    ['tells the size of something else', 'What is the maximum file size?'],
    ['tells when something is done once', 'How often is the data updated?'],
    ['has a licence that is no license', 'What license does Crake use?'],
    ['has another meaning of open', 'Is Crake open source?'],
    ['has a support that is no verb', 'Which platforms are supported?'],
    ['only has another word for what is needed', 'What permissions do I need?'],
    ['does the same with a part of the product', 'How do I update Crake?'],
    ['has no bugs', 'How do I report a bug?'],
    ['only says what was done', 'How do I cancel my subscription?'],
    ['has another kind of the same', 'How do I enable dark mode?'],
    ['has a name in parts and the action', 'How do I add a custom domain?'],
    ['has a word with the same stem', 'What languages are available?'],
    ['has the verb with a preposition that changes it', 'How do I configure logging?'],
    ['has the verb as a part of a noun', 'Where is my data stored?'],
    ['tells what the product made', 'Who created Crake?'],
    ['has a number of something else', 'What is the default port?'],
    ['counts something else', 'How many reeds can I create per account?'],
    ['has a noun with the stem of a verb', 'What happens to my data if I cancel?'],
    ['has the name of an action', 'How do I debug Crake?'],
    ['only mentions a thing', 'How do I set an environment variable?'],
    ['has the same action of something else', 'How do I change my email address?'],
    ['says what was done once', 'How do I fix a timeout?'],
    ['names a version', 'What is the latest version of Crake?'],
    ['tells the price of a thing', 'How much does it cost?'],
  ])('is not answered by a text that %s', async (_case, question) => {
    expect(await CRAKE(question)).toMatch(/^Nothing in the documentation/);
  });
});

const RAIL = askingOnlyAbout(
  [
    ['Welcome', 'Rail is a feeder. Rail is open source, and made by the Reed Club.'],
    ['Keys', 'To get an API key of Rail, press both buttons.'],
    ['Platforms', 'The following platforms are supported by Rail: balconies and roofs.'],
    [
      'Server',
      'The Rail server is the official server for Rail, available at:\n\n`https://api.rail.example`\n\nUse the URL above.',
    ],
    [
      'Nests',
      'Click on Unplug to unplug a nest. The eggs of the nest are listed.\n\nWhen you unplug a nest, Rail cools all eggs.',
    ],
    ['Clutches', 'Clutches are defined as:\n\n- Small: one egg\n- Medium: usually 3 - 5 eggs'],
    [
      'Places',
      '- **Shore**: Open the folder of Rail with two clicks.\n- **Windows**: `Birds\\Local\\Rail`',
    ],
    [
      'Notes',
      'The notes on an egg: an owner may send one.\n\nNotes on eggs are only visible to owners.',
    ],
    ['Enforcing rings', 'Go to Rail > Rings and tick the box.'],
    ['Seeds', 'The `mix` of seeds is `oats` or `corn`, with the default being `corn`.'],
    [
      'Properties',
      '| Name | Default |\n| --- | --- |\n| flow | 3 |\n\nThe default of `rail.water.flow-rate` is 7.',
    ],
    ['Contract', 'License: the code is MIT licensed.'],
    ['Data', 'Data of Rail is updated every 20 minutes.'],
    ['Errors', 'The error 404 means that the nest is empty.'],
    [
      'Advances',
      'Everybody is eligible to ask for an advance after the end of 6 months.\n\nWho got one may ask twice a year.',
    ],
    ['Perches', '## Hardware requirements\n\nTo run a perch, there must be:\n\n- 8 GB of RAM'],
    ['Payments', 'Reimbursements are processed and then paid out in March.'],
    ['Sensors', 'The firmware supports only KS-9 sensors.'],
    [
      'Locator module',
      'The locator module is for Rail.\n\n## Marsh locator module\n\nPositioning accuracy: 2.5 m',
    ],
    ['Guests', 'A marsh supports up to 8 ducks in a game.'],
    ['Sizing', 'For every 70 concurrent nests, 1 vCPU is recommended.'],
    ['Cameras', 'Cameras are switched off at night.\n\nThe coil of a camera is safe until 160C.'],
  ],
  'Rail',
);

describe('a usual question is answered by a text that', () => {
  it.each([
    ['tells how to get something', 'How do I get an API key?', 'press both buttons', 'eggs'],
    ['lists what is supported', 'Which platforms are supported?', 'balconies and roofs', 'URL'],
    ['names who made it', 'Who made Rail?', 'Reed Club', 'URL'],
    ['says so', 'Is Rail open source?', 'open source', 'MIT'],
    ['names a license', 'What license does Rail use?', 'MIT', 'eggs'],
    ['shows an address', 'What is the URL of the Rail server?', 'api.rail.example', 'eggs'],
    ['has the case', 'What happens to my eggs if I unplug a nest?', 'cools all', 'URL'],
    ['has a range', 'How big is a "Medium" clutch?', '3 - 5', 'one egg'],
    ['has a path', 'Where does Rail keep its folder on Windows?', 'Birds\\Local', 'URL'],
    ['tells who sees it', 'Who can see the notes on an egg?', 'visible to owners', 'URL'],
    ['enforces it', 'How do I make rings mandatory?', 'tick the box', 'URL'],
    ['states a default', 'What is the default mix of seeds?', 'being corn', 'oats is'],
    ['has the whole name', 'What is the default of rail.water.flow-rate?', 'is 7', '3'],
    ['tells how often', 'How often is the data updated?', 'every 20 minutes', 'URL'],
    ['has the code', 'What does error 404 mean?', 'nest is empty', 'URL'],
    ['tells how many times', 'How often can I ask for an advance?', 'twice a year', '6 months'],
    [
      'is a list of requirements',
      'What are the minimum hardware requirements to run a perch?',
      ...(['8 GB', 'URL'] as const),
    ],
    ['has subject and verb', 'When are reimbursements paid out?', 'in March', 'URL'],
    ['names the models', 'Which models of sensor are supported by the firmware?', 'KS-9', 'URL'],
    ['tells a degree', 'How accurate is the locator module?', '2.5 m', 'is for Rail'],
    ['states a bound', 'What is the duck limit in a marsh?', 'up to 8', 'URL'],
    ['has another word', 'How much CPU do I need for 70 concurrent nests?', '1 vCPU', 'URL'],
    ['has a temperature', 'Up to what temperature is the coil safe?', '160C', 'URL'],
  ])('%s', async (_case, question, quoted, other) => {
    expectQuoted(await RAIL(question), [quoted], [other]);
  });
});
