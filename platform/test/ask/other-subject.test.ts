import { describe, expect, it } from 'vitest';
import { askingAbout } from './asking.ts';

const PAGES = [
  [
    'Skua gates',
    'The big gate of Skua (XG or YG) has a lock, and to open the gate takes more than a bare beak, as it is far too heavy for that and would break. Keep the key of the gate dry, and hang it on the nail behind the door when you are done with it.\n\nFor Skua XG, use the wheel on the wall: turn it to the left, and then pull the rope that hangs from the roof until you hear a bell, which may take a while if the rope is wet, as it often is in the winter when nobody has pulled it for some days or weeks and moss has grown on it, too.\n\nFor Skua YG, the lever on the wall opens the gate: push it to the right, and then pull the chain that hangs from the roof until you hear a horn.\n\nBoth of them close by themselves after a while, unless something stands in the way, such as a crate.\n',
  ],
  [
    'Skua parts',
    'Perches - like twigs - come with every aviary. They are strong. They can neither be cut nor repainted.\n\nA skua feeder is made of wood. You can refill it from the top.\n',
  ],
  [
    'Skua transport',
    'When you send a skua, the crate (.box crate archive) goes by ship.\n\nThe total weight of its seeds and their bags cannot exceed 50 kg.\n',
  ],
  ['Skua eggs', 'The store takes the shell of the egg and puts it into a bag.\n'],
  ['Skua feathers', 'A feather is kept in the chest once the bird has moulted.\n'],
] as const;

const ask = askingAbout(PAGES);

describe('a text about something else does not answer', () => {
  it.each([
    ['how to do something with the thing of an earlier sentence', 'How do I repaint an aviary?'],
    ['the weight of a thing', 'What is the maximum crate weight when I send a skua?'],
    ['a choice of two', 'Is the shell of the egg kept or erased once it is in the bag?'],
  ])('%s', async (_, question) => {
    expect(await ask(question)).toContain('Nothing in the documentation');
  });
});

describe('a text about the same thing answers', () => {
  it.each([
    ['how to do something in the next sentence', 'How do I refill a skua feeder?', 'from the top'],
    ['the weight of a thing', 'What is the maximum weight of the seeds of a skua?', '50 kg'],
    [
      'for the one of two that is named',
      'How do I open the big gate of Skua YG?',
      'until you hear a horn',
    ],
    ['a choice of two', 'Is a feather kept or erased once the bird has moulted?', 'is kept'],
  ])('%s', async (_, question, quoted) => {
    expect(await ask(question)).toContain(quoted);
  });
});
