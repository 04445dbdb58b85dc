import { expect, it } from 'vitest';
import { askingOnlyAbout } from './asking.ts';

const AUK = askingOnlyAbout(
  [
    ['Welcome', 'Auk is a cliff. A ledge keeps the minimum egg distance (MED).'],
    ['Ledges', 'The MED is 30 cm. The height is 20 m.'],
    ['Storms', 'The time to land (TTL) depends on the wind.'],
    ['Winds', 'In a calm, the time to land is one minute.'],
    ['Waves', 'A TTD of 3 is high.'],
  ],
  'Cliffs',
);

it.each([
  ['finds its acronym', 'What is the minimum egg distance?', '30 cm'],
  ['finds what an acronym stands for', 'How long is the TTL in a calm?', 'one minute'],
])('a name that documentation defines %s', async (_case, question, quoted) => {
  expect(await AUK(question)).toContain(quoted);
});

it('a name does not find an acronym that is not defined', async () => {
  expect(await AUK('How high is the time to dive?')).toMatch(/^Nothing in the documentation/);
});
