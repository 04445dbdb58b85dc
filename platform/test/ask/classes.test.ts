import { describe, expect, it } from 'vitest';
import { askingAbout } from './asking.ts';

/** Longer than a quotation may be. */
const FAR = 'Otra frase sobre el tiempo y el mar.\n\n'.repeat(20);

const PAGES = [
  [
    'Plover setup',
    'Plover catches fish.\n\n## Installing Crane\n\n1. Install the engine and the CLI of Crane.\n2. Restart Crane.\n\n## Downloading the CLI\n\nTo install the Plover CLI, run `fetch plover`.\n',
  ],
  [
    'Plover triggers',
    'Currently there are two ways that a migration of Plover can be triggered:\n\n1. By opening a hatch\n2. By closing a hatch\n',
  ],
  [
    'Plover login',
    'The callback URL for Falconry OAuth is:\n\n`/api/falconry/callback`\n\nPlover logs in with OAuth.\n',
  ],
  [
    'Plover waits',
    'The gap step of Plover waits for a number of milliseconds.\n\nFor a roost in production we recommend the use of a Linux host.\n',
  ],
  [
    'Plover parts',
    'Plover puts files in a dropzone.\n\nA dropzone component is a place for files.\n\nOut-of-nest (OON) flying is a way to leave.\n',
  ],
  [
    'Nest kinds',
    'There are two.\n\n### Fixed\n\nFixed ones stay where they are.\n\n### Floating\n\nFloating ones go with the water.\n',
  ],
  [
    'Plover policy',
    '## Permissions\n\n- `edit-all`: It is required to set a common moult policy.\n\n## Moult policy of a nest\n\nEnsure that you have the `edit-nest` permission.\n\nIt overrides the common moult policy.\n',
  ],
  ['Ruff requirements', 'Ensure that Ruff is on your machine. Ruff `v18.2` and above is fine.\n'],
  ...Array.from({ length: 25 }, (_, at): [string, string] => [
    `Ruff version news ${at}`,
    'Ruff ruff ruff: a newer version.\n',
  ]),
  [
    'Feeding of a plover',
    'How to feed a plover.\n\n## From the shore\n\n`fetch shrimp`\n\n## Birds\n\nMore.\n',
  ],
  [
    'Avocet beaks',
    'An avocet grows several beaks.\n\n## Bent beak\n\nFor sand.\n\n## Straight beak\n\nFor wood.\n',
  ],
  ['Red stilts', 'Stilts are red.\n'],
  ['Wetlands', 'In Wetlands, stilts serve as towers.\n'],
  ['El zarapito', `Es un ave de la costa.\n\n${FAR}El zarapito vuela.\n`],
  ['Curlew values', '`beat_most` (`integer`)\n\n每個鷸的次數。預設值是 3。\n'],
  ['Curlew advice', '請不要將 beat_most 的預設值設定得太高。\n\n它預設為 -1。\n'],
  ['Whimbrel io', 'Fetch the whimbrel app from the io registry.\n'],
  ['Knot seeds', 'A knot plants a seed, and seeds 1) sleep and 2) wake.\n'],
  ['安装鹬', '鹬的安装教程。\n\n1. 打开官方下载页。\n2. 双击安装程序。\n'],
  ['鹬的模型', '本地模型约 140MB。\n\n高性价比的企业版本由鹬提供。\n'],
  ['鹬的数据', '## 默认存储位置\n\n鹬的数据放在用户目录下。\n'],
] as const;

const ask = askingAbout(PAGES);

describe('a question', () => {
  it.each([
    [
      'how to install something is not answered by how to install another thing',
      'How do I install the Plover CLI?',
      'To install the Plover CLI',
    ],
    [
      'which events do something needs no such word',
      'Which events can trigger a migration?',
      'By opening a hatch',
    ],
    [
      'for a URL is answered by a path',
      'What is the callback URL for Falconry OAuth?',
      '/api/falconry/callback',
    ],
    ['for a unit is answered by one', 'In which unit is the gap step measured?', 'milliseconds'],
    [
      'for an operating system is answered by one',
      'What operating system is recommended for a roost in production?',
      'Linux host',
    ],
    [
      'what a thing is finds it with its class',
      'What is a dropzone?',
      'A dropzone component is a place',
    ],
    [
      'what an abbreviation is finds where it is spelled out',
      'What is OON flying?',
      'is a way to leave',
    ],
    [
      'for a difference finds sections that have only the first word',
      'What is the difference between fixed and floating nest kinds?',
      'Floating ones go with the water',
    ],
    [
      'for a permission finds the one that does it',
      'Which permission is needed for a common moult policy?',
      'required to set a common moult policy',
    ],
    ['for a version finds it among many', 'What Ruff version do I need?', 'v18.2'],
    ['how to do something in Chinese is answered by the steps', '如何安装鹬？', '双击安装程序'],
    ['how large something is in Chinese is answered by a size', '本地模型有多大？', '140MB'],
    [
      'where something is by default is not about a default',
      '鹬的数据默认存储在哪里？',
      '用户目录下',
    ],
    [
      'how to do something is answered by the section below an introduction',
      'How do I feed a plover?',
      'fetch shrimp',
    ],
    [
      'which things there are is answered by the headings of their page',
      'Which avocet beaks are available?',
      'Straight beak',
    ],
    [
      'what a thing is prefers a definition to a description',
      'What is a stilt?',
      'serve as towers',
    ],
    [
      'what a thing is finds a definition below its name',
      '¿Qué es el zarapito?',
      'ave de la costa',
    ],
    ['for a default finds it below its name', 'beat_most 的預設值是多少？', '預設值是 3'],
  ])('%s', async (_, question, quoted) => {
    expect(await ask(question)).toContain(quoted);
  });

  it.each(['Is there a whimbrel iOS app?', 'How many seeds does a knot plant?'])(
    'such as %s is not answered by something similar',
    async (question) => {
      expect(await ask(question)).toContain('Nothing in the documentation');
    },
  );

  it('for a price in Chinese is not answered by a text without one', async () => {
    expect(await ask('企业版本的价格是多少？')).toContain('Nothing in the documentation');
  });
});
