import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV_GUIDE, publish, startTestPlatform, type TestPlatform } from '../support.ts';
import { answerTo } from './asking.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
  const insert = (title: string, markdown: string) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
  });
  await publish(platform.editor, `/spaces/${DEV_GUIDE}`, [
    insert('Falcon SDK', '## Requirements\n\nThe SDK needs Python 3.11 or newer.\n'),
    insert('Heron SDK', '## Requirements\n\nThe SDK needs Python 3.9 or newer.\n'),
    insert('Rotating tokens', 'Create a second token, then revoke the first token.\n'),
    insert('Vault', 'Rotate a secret of the vault in its settings. It keeps seven versions.\n'),
    insert('Archive', 'The archive keeps versions of 90 pages.\n'),
    insert(
      'Harrier',
      '## Setup\n\nHarrier reads `logstash_format` of Logstash and runs on Quartz.NET.\n\n- .NET 8.0 or later\n\n## Codes\n\n| Language | Code |\n|---|---|\n| Kotlin | 23 |\n',
    ),
    insert(
      'Uploads to Harrier',
      '## Parameters\n\n| Name | What it is |\n|---|---|\n| full | Set to 1 to pass over the size limit. Default: 0 |\n',
    ),
    insert('Lost uploads', 'The size limit of an upload to Harrier is 100 MB.\n'),
    insert(
      'Harrier buffers',
      '## flush_interval\n\nDefault: 60\n\n## eager_flush_interval\n\nDefault: 5\n\n## Stopping\n\nHarrier flushes the buffers at once, which is the default.\n',
    ),
    insert('Kestrel', 'A kestrel is a search that is kept.\n'),
    insert('Merlin', 'A merlin is a report that is sent each week.\n'),
    insert('Goshawks', '## Updating each goshawk early\n\nRun the update.\n'),
    insert('Reports', 'A different team looks at each merlin while the kestrel runs.\n'),
    insert('Roosts', 'Birds sleep in a tree. Unlike an osprey, a hobby is read only.\n'),
    insert('Nistkasten', '## Nistkasten löschen\n\nWählen Sie Entfernen im Menü.\n'),
    insert(
      'Nester',
      '## Betrieb\n\nDer Nester läuft mit Java 21.\n\n## Ordnung\n\nDie Zeitachse zeigt Nester.\n\n## Ansichten\n\n- **Zeitachse**: Eine Liste nach Alter.\n',
    ),
    insert('둥지', '## 상태\n\n둥지는 비어 있다.\n\n## 이름\n\n- **둥지** : 알을 낳는 곳이다.\n'),
    insert('巢箱', '## 大小\n\n巢箱很小。\n\n## 名字\n\n巢箱（nest box）：给鸟住的箱子。\n'),
    insert(
      'Dunlins',
      '## Sorting\n\nThe command `dunlin sort` supersedes `dunlin order`.\n\n## Order\n\nThe command `dunlin order` sorts.\n',
    ),
    insert(
      'Limits of a dunlin',
      '## Errors\n\nGET /v1/dunlins returns 429 when the dunlin rate limit is exceeded.\n\n## Keys\n\nEach dunlin account can have at most one active, account-scoped dunlin key.\n\n## Eggs\n\nThe default number of eggs of a dunlin is four.\n\n## Film\n\nEvery dunlin has a single egg in a film.\n',
    ),
    insert(
      'Waders',
      '## Dusk view\n\nTurn the dusk view on in the settings.\n\n## Plans\n\nA subscription to the Marsh plan is needed to ring 20 waders.\n\n## Wader package\n\nInstall the wader package.\n\n## Fonts\n\nA font has a weight.\n\n## Nodes\n\nA wader node fails without a valid IP address.\n',
    ),
    insert('Stints', 'The IP address of a stint gateway is 10.1.2.3.\n'),
    insert(
      'Phalaropes',
      '## Post\n\nA phalarope sends reports by email.\n\n## Signatures\n\nValidate the signature of a phalarope with its secret.\n\n## Dives\n\nThe API limits a phalarope to 20 dives a minute.\n',
    ),
    insert(
      'Plover gate',
      'Configure the plover gate for your team.\n\nThe plover gate is a paid add-on ($70 a month) available to teams of wardens.\n\nTell others who want to build one. Only team members with the role of wardens can configure how the doors open.\n',
    ),
    insert('Plover doors', 'Anybody is allowed to configure doors.\n'),
    insert('Audit log', 'Entries of the audit log are kept for 400 days.\n'),
  ]);
});

afterAll(() => platform.close());

const ask = (query: string) => answerTo(platform.reader, query);

describe('a question', () => {
  it('that compares two things is answered by a text that contrasts them', async () => {
    const answer = await ask('What is the difference between an osprey and a hobby?');
    expect(answer).toContain('Unlike an osprey, a hobby is read only.');
  });

  it('that compares two things is answered by statements about each, if nothing contrasts them', async () => {
    const answer = await ask('What is the difference between a kestrel and a merlin?');
    expect(answer).toContain('A kestrel is a search that is kept.');
    expect(answer).toContain('A merlin is a report that is sent each week.');
    expect(answer).not.toContain('A different team');
  });

  it('that compares two things, one of which is not described, is not answered', async () => {
    const answer = await ask('What is the difference between a kestrel and a goshawk?');
    expect(answer).toMatch(/^Nothing in the documentation/);
  });

  it('that goes on about its subject is answered on the page about that', async () => {
    const question = 'How much does the plover gate cost, and who is allowed to configure it?';
    const answer = await ask(question);
    expect(answer).toContain('$70 a month');
    expect(answer).toContain('Only team members with the role of wardens');
    expect(answer).not.toContain('Anybody');
  });

  it('finds inflected words of other languages', async () => {
    expect(await ask('Wie lösche ich einen Nistkasten?')).toContain('Wählen Sie Entfernen');
  });

  it.each([
    ['Can a phalarope send reports by e-mail?', 'A phalarope sends reports by email.'],
    ['How do I check the signature that comes from a phalarope?', 'Validate the signature'],
    ['After how many dives is a phalarope throttled?', 'to 20 dives a minute'],
  ])('is answered in other words: %s', async (question, told) => {
    expect(await ask(question)).toContain(told);
  });

  it.each([
    ['Which Python version does the Falcon SDK need?', '3.11', '3.9'],
    ['Which Python version does the Heron SDK need?', '3.9', '3.11'],
  ])('about a product is answered by a text that names it: %s', async (question, number, other) => {
    const answer = await ask(question);
    expect(answer).toContain(number);
    expect(answer).not.toContain(other);
  });

  it.each([
    ['Which .NET version does Harrier need?', '.NET 8.0 or later'],
    ['What is the size limit of an upload to Harrier?', '100 MB'],
    ['What is the default flush interval of Harrier?', 'Default: 60'],
  ])('for a number is answered by the one it asks for: %s', async (question, told) => {
    const [first = ''] = (await ask(question)).split('\n\n**');
    expect(first).toContain(told);
  });

  it.each([
    'Which version of Logstash does Harrier support?',
    'Which version of Quartz does Harrier use?',
    'Which version of Kotlin does Harrier need?',
  ])(
    'for a version that no text states is not answered by another number: %s',
    async (question) => {
      expect(await ask(question)).toBe(
        `Nothing in the documentation that you can read answers "${question.slice(0, -1)}?".`,
      );
    },
  );

  it.each([
    ['German', 'Welche Java Version braucht der Nester?', 'läuft mit Java 21'],
    ['German that asks what something is', 'Was ist die Zeitachse?', 'Eine Liste nach Alter'],
    ['Korean that asks what something is', '둥지는 무엇인가요?', '알을 낳는 곳이다'],
    ['Chinese that asks what something is', '巢箱是什么？', '给鸟住的箱子'],
    ['German with two parts', 'Was ist die Zeitachse und wo ist der Zeppelin?', 'Eine Liste'],
    ['English for what replaces something', 'Which command replaces dunlin order?', 'supersedes'],
    [
      'English for a number in words',
      'How many account-scoped keys can a dunlin account have?',
      'one active',
    ],
    ['English for a default', 'How many eggs does a dunlin have by default?', 'is four'],
  ])('in %s is answered first by the sentence that says it', async (_case, question, told) => {
    const [first] = (await ask(question)).split('\n\n**');
    expect(first).toContain(told);
  });

  it('for a limit is not answered by an HTTP status code', async () => {
    expect(await ask('What is the rate limit of dunlins?')).toBe(
      'Nothing in the documentation that you can read answers "What is the rate limit of dunlins?".',
    );
  });

  it('about an unknown product is not answered by another one', async () => {
    expect(await ask('Which Python version does the Osprey SDK need?')).toBe(
      'Nothing in the documentation that you can read answers "Which Python version does the Osprey SDK need?".',
    );
  });

  it.each([
    ['What does a subscription to the Marsh plan cost?'],
    ['What is the IP address of a wader node?'],
    ['How do I enable the dusk view in the nest manager?'],
    ['What is the weight of the wader package?'],
  ])('%s is not answered by a text that has only its words', async (question) => {
    expect(await ask(question)).toBe(
      `Nothing in the documentation that you can read answers "${question}".`,
    );
  });

  it('for an address is answered by one', async () => {
    expect(await ask('What is the IP address of a stint gateway?')).toContain('10.1.2.3');
  });

  it('in two parts gets both answers', async () => {
    const answer = await ask('How do I rotate tokens, and how long are audit log entries kept?');
    expect(answer).toContain('revoke the first token');
    expect(answer).toContain('400 days');
  });

  it('in two parts is about one thing where the second says "it"', async () => {
    const answer = await ask(
      'How do I rotate a secret of the vault, and how many versions does it keep?',
    );
    expect(answer).toContain('seven versions');
    expect(answer).not.toContain('90 pages');
  });

  it('for a number is not answered by words without one', async () => {
    expect(await ask('How many tokens can I create and revoke?')).toBe(
      'Nothing in the documentation that you can read answers "How many tokens can I create and revoke?".',
    );
  });

  it('in two parts reports which one cannot be answered', async () => {
    const answer = await ask(
      'How long are audit log entries kept and what does the zeppelin cost?',
    );
    expect(answer).toContain('400 days');
    expect(answer).toContain(
      'Nothing in the documentation that you can read answers "what does the zeppelin cost".',
    );
  });
});
