import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV_GUIDE, ORGANIZATION, startTestPlatform, type TestPlatform } from '../support.ts';
import { publishPages } from './asking.ts';

/** Longer than a quotation may be. */
const ROWS = Array.from(
  { length: 30 },
  (_, at) => `| part${at} | text | Where it is kept. |\n`,
).join('');

/** Longer than what is examined of a section. */
const LONG = 'Some words about the weather and the sea.\n\n'.repeat(1_000);

const PAGES = [
  ['Osprey feathers', `A feather of Osprey falls after 9 years.\n\n${LONG}`],
  [
    'Osprey limits',
    'Osprey has two kinds of keys.\n\n- **Live key**\n  - It gives you 3000 req/min.\n  - Fit for shops.\n- **Trial key**\n  - It gives you 20 req/min.\n  - Free of charge.\n',
  ],
  ['Osprey kits', 'The C kit of Osprey sings.\n\n## C++\n\nThe kit for C++ whistles.\n'],
  [
    'Osprey charts',
    'What Osprey draws.\n\n## Update charts\n\n{% hint style="info" %}\n### Who can do this?\n\nOnly an owner can update charts.\n{% endhint %}\n\n## Chart folders\n\nUpdate a folder of charts, and everyone sees it.\n',
  ],
  [
    'Osprey settings',
    `Keys of the file.\n\n| Key | Type | Meaning |\n|---|---|---|\n| colour | text | What it is drawn in. |\n${ROWS}| heap | integer | How much memory Osprey takes. Default: 512 |\n`,
  ],
  [
    'Osprey questions',
    'Osprey copies drafts of a folder. A copied draft is a draft.\n\n<details>\n<summary>Does Osprey also copy old drafts?</summary>\n\nNo. Only those of this week.\n</details>\n',
  ],
  [
    'Words of Osprey',
    '- A **perch** is what a nest rests on.\n- A nest needs a perch, and a tree.\n',
  ],
  [
    'Osprey plans',
    'With the small plan, nests are kept for 14 days.\n\nEach plan has its own colour of nests.\n',
  ],
  [
    'Osprey news',
    '## Osprey Core 4.2\n\n- Nests may have lamps.\n\n## Osprey Core 4.1\n\n- Nests may have doors.\n',
  ],
  [
    'Osprey twigs',
    'Osprey checks a twig after 10 minutes, and each twig again after 20 minutes.\n\n## Limits\n\nAt present 2,000 twigs per user are possible.\n',
  ],
  [
    'Osprey answers',
    '| Number | Description |\n|---|---|\n| 401 | No token. |\n| 422 | Validation failed. |\n| 500 | A fault. |\n',
  ],
  [
    'Osprey ring',
    'A ring is made of metal.\n\n```py\nfrom osprey import ring\n```\n\n## Wear\n\nA ring cannot be replaced.\n',
  ],
  [
    'Osprey batteries',
    'Check the charge of an Osprey battery: below 20 the vehicle is freely parked.\n',
  ],
  ['Osprey cleaning', '```sql\nDELETE FROM feather WHERE age > 7 * branch(0);\n```\n'],
  [
    'Osprey faults',
    'Codes of a beak.\n\n<table><thead><tr><th>Code</th><th>Reasons</th></tr></thead><tbody><tr><td>701</td><td><ul><li>The beak is open.</li></ul></td></tr><tr><td>702</td><td><ul><li>The beak is shut.</li><li>It is cold.</li></ul></td></tr></tbody></table>\n\nA shut beak may show 701 before it shows 702.\n',
  ],
  [
    'Osprey terms',
    'Feather Transfer Service (FTS), at times called the post, moves feathers.\n\nThe crest option, also called the crown, is what others see.\n',
  ],
  [
    'Osprey moult',
    'A moult renews an Osprey.\n\n## To begin\n\nPlease tell us about the Osprey:\n\n1. Open the cage for a moult.\n2. Choose a season.\n3. Press the green button of the moult.\n\n## Watching\n\nThe watching of a moult is off. Turn it on, or activate sounds of it: `moult --sounds`.\n\n- `depth` — how deep a moult goes, default 25\n',
  ],
  [
    'Plumes of Osprey',
    'Plumes come in colours.\n\nPlumes can have these dyes:\n\n- Madder\n- Woad\n\nDyes of plumes are supported by all cages, and dyes fade.\n',
  ],
  [
    'Ring an Osprey',
    'Everyone likes rings.\n\n## Prerequisites\n\nThe ringer has the Warden role.\n\n## Guides on rings\n\nHow to ring an Osprey, and how to ring a Kestrel.\n',
  ],
  [
    'States of a talon',
    'A talon has a state. Use only these:\n\n- `bent` → it holds something\n- `flat` → it holds nothing\n\n| Talon | Weight |\n| ------------------------------------ | ------ |\n| left | 9 |\n| right | |\n',
  ],
  [
    '巢箱',
    '巢箱可以加热。\n\n## 温度\n\n巢箱的默认温度为 21 度。按下您设置的温度（或默认温度）即可开始。\n',
  ],
  ['Mue', 'La mue du faucon correspond aux 6 à 12 premiers mois de sa vie.\n'],
  [
    'Osprey lantern',
    'The paper lantern is meant for development only.\n\nA down is the first feather. It is also known as a plumule.\n\nThe lanterns of two cages share a wick and oil.\n',
  ],
  [
    'Osprey binoculars',
    'Binoculars of Osprey make far things near. Osprey binoculars are black.\n\n## Who they are for\n\nRangers who have weak eyes use binoculars of Osprey.\n\n- **Is foggy:** Fog is on the lens.\n\n## How are the binoculars cleaned?\n\nWith a soft rag.\n\n## Cleaning of binoculars in rain\n\nCleaned binoculars need no rain.\n\nTurn off the strong light before you sign up.\n',
  ],
  [
    'Osprey vault',
    'The DID vault hides rings.\n\n`for (const ring of vault) { hide(ring, vault); }`\n\nA ring in the vault is a 64 byte text.\n\n## Lost rings\n\nSolutions: look below the nest.\n',
  ],
  ['Osprey whistle', 'The Osprey whistle does not have a default tone.\n'],
  [
    'Osprey visits',
    'To visit all cages of kestrels takes long, so only lit cages of kestrels are visited.\n',
  ],
  [
    'Osprey camera',
    `The Osprey camera is new. After you install the Osprey camera, it looks at cages.\n\n## Install the camera\n\n1. Open the cage.\n2. ${'Press the camera on the wall. '.repeat(25)}\n3. Close the cage with the last screw.\n\n## Increasing shutter counts\n\nUse the wheel to have more shutters.\n`,
  ],
  ['Osprey people', 'Three of us looked after 40 phones. Write to our support.\n'],
] as const;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
  await publishPages(platform.editor, DEV_GUIDE, PAGES);
});

afterAll(() => platform.close());

async function ask(query: string) {
  const path = `/orgs/${ORGANIZATION}/ask?format=markdown`;
  const { json } = await platform.reader('POST', path, { query });
  return json.answer;
}

describe('a passage', () => {
  it.each([
    [
      'that abbreviates words',
      'How many requests per minute does the Osprey trial key allow?',
      '20 req/min',
    ],
    [
      'below a heading that has no text of its own',
      'Who can update charts in Osprey?',
      'Only an owner',
    ],
    ['that is one row of a table', 'What is the default heap of Osprey?', 'Default: 512'],
    ['under the question itself', 'Does Osprey also copy old drafts?', 'Only those of this week'],
    ['that defines a word', 'What is a perch?', 'what a nest rests on'],
    ['that uses another word', 'How long are Osprey nests retained?', '14 days'],
    [
      'whose heading has the version',
      'Which version of Osprey Core added lamps?',
      'Nests may have lamps',
    ],
    [
      'for a question with a preface',
      'I am new here. We keep birds. Who can update charts in Osprey?',
      'Only an owner',
    ],
    [
      'that counts what is asked about, not minutes',
      'How many twigs can a user have?',
      '2,000 twigs',
    ],
    ['that is the row of an error', 'What does status code 422 mean?', 'Validation failed'],
    ['that is the row of an HTML table', 'What does code 702 mean?', '| 702 | The beak is shut.'],
    ['that defines an abbreviation', 'What is FTS?', 'Feather Transfer Service'],
    ['that defines with another name', 'What does the crest option do?', 'what others see'],
    [
      'of instructions from their first step',
      'What are the steps to begin a moult?',
      '> Please tell us about the Osprey:\n> Open the cage',
    ],
    ['that has a verb alike', 'How do I enable sounds of a moult?', 'moult --sounds'],
    ['that gives a default', 'What is the default depth of a moult?', 'default 25'],
    ['that begins a list', 'Which dyes can plumes have?', 'Madder'],
    ['with a word within a duration', 'Combien de temps dure la mue du faucon ?', '12 premiers'],
    ['behind an arrow', 'What does the state bent mean?', 'it holds something'],
    ['that names a role', 'What role do I need to ring an Osprey?', 'Warden role'],
    ['that gives a default in Chinese', '巢箱的默认温度是什么？', '默认温度为 21 度'],
    ['of a very long section', 'When do feathers of Osprey fall?', 'falls after 9 years'],
    ['that answers with no', 'Can the ring of an Osprey be replaced?', 'cannot be replaced'],
    ['that names C++', 'What does the Osprey kit for C++ do?', 'for C++ whistles'],
    [
      'that answers with no for a default',
      'Does the Osprey whistle have a default tone?',
      'does not have a default tone',
    ],
    [
      'that answers with the opposite',
      'Can I use the paper lantern in production?',
      'for development only',
    ],
    [
      'that gives a reason',
      'Why are not all cages of kestrels visited by default?',
      'only lit cages',
    ],
    ['that names what it defines', 'What is a plumule?', 'also known as a plumule'],
    [
      'for a question with words such as together',
      'Which lanterns share a wick together with oil?',
      'share a wick and oil',
    ],
    [
      'of instructions without a number',
      'How do I increase the number of shutters?',
      'Use the wheel',
    ],
    [
      'under a heading that asks in short',
      'Who are the Osprey binoculars for?',
      'Rangers who have weak eyes',
    ],
    ['under the question with an article', 'How are binoculars cleaned?', 'With a soft rag'],
    ['that defines a term with a verb', 'What does Is foggy mean?', 'Fog is on the lens'],
    ['with a verb of two words', 'How do I disable the strong light?', 'Turn off the strong light'],
    ['for a verb of two words', 'How do I switch on sounds of a moult?', 'moult --sounds'],
    ['that states a size by its unit', 'What size does a ring in the vault have?', '64 byte'],
    ['that names a solution', 'How do I fix lost rings?', 'look below the nest'],
    ['for a misspelt question', 'Who can upadte charts in Osprey?', 'Only an owner'],
  ])('%s is quoted first', async (_case, question, told) => {
    const [first = ''] = (await ask(question)).answer.markdown.split('\n\n**');
    expect(first).toContain(told);
  });

  it('in a table is quoted with the head of the table', async () => {
    const { markdown } = (await ask('What is the default heap of Osprey?')).answer;
    expect(markdown).toContain('> | Key | Type | Meaning |');
    expect(markdown).not.toContain('| colour');
  });

  it('of instructions is quoted to its end', async () => {
    const { markdown } = (await ask('How do I install the Osprey camera?')).answer;
    expect(markdown).toContain('Close the cage with the last screw.');
  });

  it('is cited with the section that it is in', async () => {
    const { sources } = await ask('Which version of Osprey Core added doors?');
    expect(sources).toMatchObject([{ space: DEV_GUIDE, sections: ['osprey-core-41'] }]);
  });

  it.each([
    ['has its words far apart', 'How many doors does a folder of Osprey have?'],
    ['counts nothing but code', 'How many feathers does a branch have?'],
    ['has another number', 'How many owners does Osprey have?'],
    ['lacks what the question asks about', 'What does an Osprey nest cost?'],
    ['is about another product', 'How long are nests of Kestrel kept?'],
    ['lacks the verb', 'How do I repaint an Osprey perch?'],
    ['tells of another charge', 'How much does Osprey cost per vehicle?'],
    ['names nobody', 'Who can colour a talon?'],
    ['only names the columns of a table', 'What is a talon weight?'],
    ['is about another kit', 'What does the Osprey kit for C# do?'],
    ['lacks a name that is a common word in lower case', 'Where is an IT ring of the vault?'],
    ['tells no time', 'How long do lamps of Osprey burn?'],
  ])('that %s is not quoted', async (_case, question) => {
    expect((await ask(question)).answer.markdown).toBe(
      `Nothing in the documentation that you can read answers "${question}".`,
    );
  });
});
