import { describe, expect, it } from 'vitest';
import { askingAbout, expectQuoted } from './asking.ts';

const FALCON = askingAbout(
  [
    ['Welcome', 'Welcome! Falcon is a kite for photographers. It carries a camera of 2 kg.'],
    ['Lines', 'Falcon lets you choose the line.\n\n## Length\n\nFalcon needs 300 m of line.'],
    ['Colors', 'Falcon is the red one on pictures.\n\nFalcon Studio is an editor of pictures.'],
    ['Camera', 'Falcon takes cameras with a thread.\n\nA thread is a hole with a spiral.'],
  ],
  'Falcon',
);

const SKYPOST = askingAbout(
  [
    ['Delivery', 'SkyPost brings letters to ships. It flies every day.'],
    ['Prices', 'SkyPost allows 20 letters for free.'],
    ['Parcels', 'SkyPost enables parcels for owners.'],
    ['Ships', 'SkyPost defines a ship by its name.'],
  ],
  'Mail at sea',
);

const HERON = askingAbout(
  [
    ['Nests', 'Heron lets you choose a nest.'],
    ['Eggs', 'Heron allows three eggs.'],
    ['Fish', 'Heron enables fishing at night.'],
    ['Ponds', 'Heron describes ponds by their depth.'],
  ],
  'Heron',
);

const PELICAN = askingAbout(
  [
    ['Welcome', 'Pelican is a boat.'],
    ['Installation', 'Pelican comes in parts.\n\n1. Join the hulls.\n2. Set the mast of Pelican.'],
    [
      'Motors',
      'Motors push Pelican.\n\n## Installing Pelican\n\n1. Install the motor below Pelican.\n2. Install the tank.',
    ],
    ['Install a winch', '1. Install the winch on Pelican.\n2. Run the rope of Pelican.'],
  ],
  'Pelican',
);

const GULL = askingAbout(
  [
    ['Welcome', 'Gull is a radio for sailors.'],
    ['Harbors', 'Gull knows the price of harbors. Mooring in the old harbor is free.'],
    ['Contacts', 'Gull shows contacts that support the system of a ship.'],
    [
      'Settings',
      'Update the settings of a channel in Gull.\n\nA channel requires the system of Gull.',
    ],
  ],
  'Gull',
);

const TERN = askingAbout(
  [
    ['Welcome', 'Tern is a lamp. Tern is free and open source.'],
    ['Service', 'Write to help@tern.example, or contact our support in the chat.'],
    ['Before you begin', '## System requirements\n\nTern needs two batteries.'],
    ['Care', '## Updating Tern\n\nHold the button of Tern for a minute.'],
  ],
  'Tern',
);

describe('a question that people ask about any product', () => {
  it.each([
    ['Is Tern free?', 'free and open source'],
    ['How do I contact support?', 'help@tern.example'],
    ['What are the system requirements?', 'two batteries'],
    ['How do I update Tern?', 'for a minute'],
  ])('%s is answered', async (question, quoted) => {
    expectQuoted(await TERN(question), [quoted], []);
  });

  it.each([
    ['Is Gull free?'],
    ['How do I contact support?'],
    ['What are the system requirements?'],
    ['How do I update Gull?'],
  ])('%s is not answered by the same words in another meaning', async (question) => {
    expect(await GULL(question)).toMatch(/^Nothing in the documentation/);
  });
});

describe('a task of a product as a whole', () => {
  it('is on the first page whose title names nothing else', async () => {
    expectQuoted(await PELICAN('How do I install Pelican?'), ['Join the hulls'], ['tank', 'winch']);
  });

  it('is not what somebody asks with another object', async () => {
    expectQuoted(await PELICAN('How do I install a winch?'), ['Install the winch'], ['hulls']);
  });
});

const PLOVER = askingAbout(
  [
    ['Welcome', 'Plover.Net is a net for crabs.'],
    ['Sand', 'Plover.Net lets sand through.'],
    ['Salt', 'Plover.Net allows salt.'],
  ],
  'Crabs',
);

describe('a question for what a product is', () => {
  it.each([['What is Falcon?'], ["What's Falcon?"], ['what is falcon'], ['What does Falcon do?']])(
    '%s is answered where the documentation begins',
    async (question) => {
      expectQuoted(
        await FALCON(question),
        ['a kite for photographers'],
        ['choose', 'red', 'editor'],
      );
    },
  );

  it('is answered by what it is good for on the first page, if nothing else tells what it is', async () => {
    expectQuoted(await SKYPOST('What is SkyPost?'), ['letters to ships'], ['20', 'owners', 'name']);
  });

  it('is not answered by a page that only mentions it', async () => {
    expect(await HERON('What is Heron?')).toContain('choose a nest');
    expectQuoted(await HERON('What is Heron?'), [], ['three eggs', 'fishing', 'depth']);
  });

  it('finds a name whose words are joined by a sign', async () => {
    expectQuoted(await PLOVER('What is Plover.Net?'), ['a net for crabs'], ['sand']);
  });

  it('leaves other terms to the pages that define them', async () => {
    expectQuoted(await FALCON('What is a thread?'), ['a hole with a spiral'], ['kite']);
  });
});
