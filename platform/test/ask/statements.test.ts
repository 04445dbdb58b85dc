import { describe, expect, it } from 'vitest';
import { askingAbout } from './asking.ts';

/** Documentation that states things in other forms than questions ask for them. */
const PAGES = [
  [
    'Warden of the marsh',
    'The marsh warden looks after reeds:\n\n* `TimerPause`: The number of seconds to wait between checks of the reeds (default: 45)\n* `MinimumAge`: The time since a reed was planted, in days, before it is cut (default: 90)\n',
  ],
  [
    'Calls of Bittern',
    '*Boom* needs one bittern, *Croak* needs two or more.\n\n## Feathers and down\n\nA bittern has both.\n\n* Feathers: they keep off rain.\n* Down: it keeps in warmth.\n',
  ],
  [
    'Fields of a nest',
    '* **VisitCount** (int): How many times was this nest visited\n* **NestSize** (int): Size of the nest\n',
  ],
  ['Locks', 'The lock of the sluice can be by-passed with the brass key.\n'],
  [
    'Rings',
    'Coloured rings are available in Bittern on islands (Bittern with boats only) with version 7 and above.\n\n## Chorus\n\nAll bitterns meet for the chorus (a canon for four voices) of the morning, which Bittern gives.\n',
  ],
  ['Fees', 'Members pay the reed fee on arrival. The reed fee is due in spring.\n'],
  [
    'Latches',
    'Both latches are made of brass.\n\n## LatchGate and UnlatchGate\n\n`LatchGate` holds the gate shut, whatever the wind does. Use it in storms.\n\n' +
      'Hinges of a gate are oiled before winter. '.repeat(14) +
      '\n\n`UnlatchGate` frees the gate again.\n',
  ],
  [
    'Is the tower open to visitors?',
    '## Description\n\nThis describes how visitors can climb the tower.\n\n## Solution\n\nAsk the keeper for a lamp.\n',
  ],
  ['Code of the marsh', '## Scope\n\nThis code of manners applies within all hides.\n'],
  [
    'Weirs',
    'Weirs hold the water back.\n\n## Repairs\n\nHere is an example of adding a plank to a leaking weir: nail it.\n',
  ],
  ['Songs', 'The recorder saves finished songs as `.oga`.\n'],
  ['灯塔', '灯塔由守塔人看管，并在默认频道 16 上监听。\n'],
  ['등대', '## 이름\n\n- 7자 이내로 간결하게 작성해요.\n'],
  ['Capanno', 'Il tetto del capanno si ripara con la paglia asciutta.\n'],
  ['Boats', '## Unacceptable examples\n\nSeveral rudders on one boat are unacceptable.\n'],
] as const;

const ask = askingAbout(PAGES, 'Marsh');

describe('a question is answered by a text', () => {
  it.each([
    [
      'whose unit is not beside its number',
      'How often does the marsh warden check the reeds by default?',
      '45',
    ],
    ['that states an age', 'How old must a reed be before it is cut?', '90'],
    [
      'that says the same of both things',
      'What is the difference between Boom and Croak?',
      'Boom needs one bittern, Croak needs two or more',
    ],
    [
      'that has both things as items of a list',
      'What is the difference between feathers and down?',
      'Feathers: they keep off rain.\n> Down: it keeps in warmth.',
    ],
    [
      'that names a field, whose number nobody asked for',
      'Which field counts how many times a nest was visited?',
      'VisitCount',
    ],
    ['that writes a word with a hyphen', 'How can the sluice lock be bypassed?', 'brass key'],
    [
      'that says since when something is available',
      'From which version of Bittern on islands are coloured rings available?',
      'version 7',
    ],
    [
      'about something whose name ends like a plural',
      'Which chorus does Bittern use?',
      'a canon for four voices',
    ],
    ['that says what something does', 'What does UnlatchGate do?', 'UnlatchGate frees the gate'],
    ['that follows its announcement', 'How can visitors climb the tower?', 'Ask the keeper'],
    ['whose verb has another ending', 'Where does the code of manners apply?', 'within all hides'],
    [
      'whose verb has another stem in the index',
      'How do I add a plank to a leaking weir?',
      'nail it',
    ],
    ['that has the ending of a file', 'In which format are finished songs saved?', '.oga'],
    ['that has a default in Chinese', '灯塔默认监听哪个频道?', '16'],
    ['with a polite verb in Korean', '등대 이름은 몇 자 이내로 작성해야 하나요?', '7자'],
    ['in a language that only one word tells', 'Quale paglia ripara capanno?', 'paglia asciutta'],
    ['that says the opposite', 'Are several rudders on one boat acceptable?', 'unacceptable'],
  ])('%s', async (_case, question, quoted) => {
    expect(await ask(question)).toContain(quoted);
  });

  it('unless that has only a part of a name', async () => {
    const answer = await ask('How do I pay the reed fee with PayPal?');
    expect(answer).toContain('Nothing in the documentation');
  });
});
