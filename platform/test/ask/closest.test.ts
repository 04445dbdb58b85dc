import { describe, expect, it } from 'vitest';
import { askingOnlyAbout } from './asking.ts';

const SKUA = askingOnlyAbout(
  [
    ['Welcome', 'Skua runs ferries between islands.'],
    ['Boarding', 'Passengers with bicycles board the ferry before cars do.'],
    ['Refunds', 'Tickets that were not used are paid back within a week.'],
  ],
  'Skua',
);

describe('the closest passage', () => {
  it('is shown for a long question of which it has half, and said to be no more', async () => {
    const question =
      'Do passengers with bicycles board the ferry before cars between islands within a week?';
    expect(await SKUA(question)).toBe(
      [
        `Nothing in the documentation that you can read clearly answers "${question}". The closest passage:`,
        '',
        '**Boarding**',
        '',
        '> Passengers with bicycles board the ferry before cars do.',
      ].join('\n'),
    );
  });

  it.each([
    ['a short question', 'Do windy ferries cancel?'],
    ['a question of which no passage has half', 'Which wine goes with grilled island cheese?'],
  ])('is not shown for %s', async (_case, question) => {
    expect(await SKUA(question)).toBe(
      `Nothing in the documentation that you can read answers "${question}".`,
    );
  });

  it('is shown for the part of a question that it is close to', async () => {
    const answer = await SKUA(
      'When are tickets paid back, and do passengers with bicycles board the ferry before cars between islands within a week?',
    );
    expect(answer).toMatch(/^\*\*Refunds\*\*/);
    expect(answer).toContain(
      'clearly answers "do passengers with bicycles board the ferry before cars between islands within a week". The closest passage:',
    );
    expect(answer).toContain('before cars do');
  });

  it('is not what answers another part of the question', async () => {
    const part =
      'Do passengers with bicycles board the ferry before cars between islands within a week';
    const answer = await SKUA(`${part}, and who boards the ferry before cars do?`);
    expect(answer.match(/Passengers with bicycles/g)).toHaveLength(1);
    expect(answer).not.toContain('The closest passage');
  });
});
