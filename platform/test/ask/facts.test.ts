import { describe, expect, it } from 'vitest';
import { askingAbout } from './asking.ts';

const PAGES = [
  [
    'Tern plans',
    'Terns come in plans.\n\n## Small\n\nFor few terns.\n\n$9 per month\n\n## Grand\n\nFor many terns.\n\n$49 per month\n',
  ],
  ['Tern body', '**Beak length**\n\n4 cm\n\n**Wing length**\n\n30 cm\n\n**Net**\n\n- 120 g\n'],
  [
    'Dunlins',
    'About dunlins.\n\n## Marsh dunlin\n\nIt lives in marshes.\n\n### Requirements\n\n- Two ponds\n\n## Hill dunlin\n\nIt lives on hills.\n\n### Requirements\n\n- Three stones\n',
  ],
  [
    'Keys of a tern',
    'Keys open nests. A feather key opens most of them.\n\n## Handling\n\nCopy the feather key in **Settings > Keys**.\n\nWith a feather key, terns open nests.\n',
  ],
  [
    'Tern modes',
    'Terns fly in two modes, **swift** and **calm**.\n\nSwift is a word, and calm is another.\n',
  ],
  ['Godwit rewards', 'Godwit rewards range from $15 to $250.\n'],
  ['Godwit tool', 'The **Godwit Nest Plugin (GNP)**: 8.5.1 or higher.\n'],
  ['Godwit waits', 'A godwit nest is removed after 15 days.\n'],
  ['Partner godwits', '## How soon is the nest there for my birds?\n\nAs soon as you build it.\n'],
  [
    '安裝磯鷸',
    '集群版安裝步驟一。\n\n如果選擇集群版，需要3台或更多伺服器。\n\n磯鷸硬體：記憶體 8G。\n\n`nest_point: https://nest.example`\n\nnest_point是鳥巢的地址。\n',
  ],
] as const;

const ask = askingAbout(PAGES);

describe('a question', () => {
  it.each([
    ['for a price finds it below the name of the plan', 'How much is the Grand plan?', '$49'],
    ['which thing costs something finds its name above', 'Which plan costs $9?', 'Small'],
    ['for a length finds it below the term', 'What is the beak length?', '4 cm'],
    ['for a weight finds it by its unit', 'How heavy is a tern?', '120 g'],
    [
      'for requirements finds those below the heading of their subject',
      'What are the requirements of a marsh dunlin?',
      'Two ponds',
    ],
    ['what a thing needs finds them, too', 'What does the hill dunlin need?', 'Three stones'],
    ['where something is prefers a place', 'Where do I find my feather key?', 'Settings > Keys'],
    [
      'for a difference is answered by a text about two modes',
      'What is the difference between swift and calm modes?',
      'in two modes',
    ],
    ['how large an amount is finds one of money', 'How large are godwit rewards?', '$250'],
    [
      'for a version finds it after an abbreviation',
      'Which Godwit Nest plugin version is required?',
      '8.5.1',
    ],
    [
      'how long something is kept finds when it is removed',
      'How long is a godwit nest kept?',
      '15 days',
    ],
    [
      'that a heading asks in other words is answered below it',
      'How soon is a nest there for my partner godwits?',
      'As soon as you build it',
    ],
    ['for a number in Chinese finds it before the measure', '集群版需要幾台伺服器？', '需要3台'],
    ['for a size in Chinese finds one without a byte', '磯鷸硬體的記憶體多大？', '8G'],
    ['what a thing is does not take its value', 'nest_point是什麼？', '鳥巢的地址'],
  ])('%s', async (_, query, quoted) => {
    expect(await ask(query)).toContain(quoted);
  });
});
