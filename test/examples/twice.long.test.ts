import { afterEach, describe, expect, it } from 'vitest';
import { BOTS, type BotName, type Platform, runBot, startDemonstration } from './bots.ts';
import { type State, stateOf } from './state.ts';
import { prepareTriage } from './triage-scene.ts';

const REQUEST = '/spaces/spaceDevGuide0000001/change-requests/3';

let platform: Platform;

afterEach(() => platform.stop());

/** Does a dry run of a bot, then runs it twice: only the first real run changes anything. */
async function runTwice(name: BotName, args: string[] = BOTS[name]): Promise<[string, State]> {
  const untouched = await platform.dump();
  const rehearsed = await runBot(name, platform, [...args, '--dry-run']);
  expect(rehearsed).toMatchObject({ code: 0, stderr: '' });
  expect(await platform.dump()).toBe(untouched);

  const first = await runBot(name, platform, args);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const done = await platform.dump();
  expect(done).not.toBe(untouched);
  const would = rehearsed.stdout.replaceAll(/^would /gm, '').replace(' to make,', ' made,');
  expect(would).toBe(first.stdout);

  const second = await runBot(name, platform, args);
  expect(second).toMatchObject({ code: 0, stderr: '' });
  expect(second.stdout).toContain('0 changes made,');
  expect(await platform.dump()).toBe(done);
  return [first.stdout, await stateOf(platform)];
}

/** A rejected proposal is not repeated, and a merged one needs nothing more. */
async function expectPeace(name: BotName): Promise<void> {
  await platform.api('PATCH', REQUEST, { status: 'archived' });
  const closed = await platform.dump();
  const refused = await runBot(name, platform);
  expect(refused.stdout).toContain('change request 3');
  expect(refused.stdout).toContain('0 changes made,');
  expect(await platform.dump()).toBe(closed);

  await platform.api('PATCH', REQUEST, { status: 'draft' });
  await platform.api('POST', `${REQUEST}/merge`);
  const merged = await platform.dump();
  expect((await runBot(name, platform)).stdout).toContain('0 changes made,');
  expect(await platform.dump()).toBe(merged);
}

// Each test starts a bot several times, with a server of its own.
describe('bots, twice in a row', { timeout: 120_000 }, () => {
  it('triage labels, answers with a citation, and resolves what was merged', async () => {
    platform = await startDemonstration();
    await prepareTriage(platform);
    const [said, { threads, changeRequests }] = await runTwice('triage', [
      ...BOTS.triage,
      ...['--site', 'https://docs.example.com/'],
    ]);
    const summary = threads.map(({ text, status, reactions, replies }) => [
      text.slice(0, 30),
      status,
      reactions,
      replies.length,
    ]);
    expect(summary).toEqual([
      ['Under **How many delivery atte', 'resolved', ['1f44d', '1f41e'], 3],
      ['New users miss that a queue mu', 'resolved', [], 1],
      ['We say that a revoked key stop', 'open', ['2753'], 2],
      ['The last section links to a pa', 'open', ['1f440', '1f517'], 0],
      ['The business plan still showed', 'resolved', ['1f389'], 0],
      ['Hello. How long are dead messa', 'open', ['2753'], 1],
      ['What is Quillfeather?', 'open', ['2753'], 0],
    ]);
    expect(threads[0]?.replies[2]).toBe(
      'Change request #3 ("Correct the number of attempts") was merged.\n\n— triage bot',
    );
    const answer = threads[5]?.replies[0] ?? '';
    expect(answer).toMatch(/^The documentation answers this:\n/);
    expect(answer).toContain('Dead messages are kept for 14 days');
    expect(answer).toMatch(
      /\n\nSource: \[Dead-letter queues\]\(https:\/\/docs\.example\.com\/guides\/dead-letters#what-a-dead-message-carries\)\n\n— triage bot$/,
    );
    expect(said).toContain(
      'left to people: "What is Quillfeather?": this space does not answer it',
    );
    const [open] = changeRequests.filter(({ number }) => number === 1);
    expect(open?.threads.map(({ status, reactions }) => [status, reactions])).toEqual([
      ['open', ['1f4a1']],
      ['resolved', []],
    ]);
  });

  it.each(['contract', 'current'] as const)(
    'link keeper proposes new link targets, on the profile %s',
    async (profile) => {
      platform = await startDemonstration(profile);
      const [said, { changeRequests }] = await runTwice('link-keeper');
      const own = changeRequests.filter(({ subject }) => subject.startsWith('Link keeper:'));
      expect(own).toHaveLength(1);
      expect(own[0]).toMatchObject({ number: 3, status: 'open' });
      expect(own[0]?.pages['guides/push']).toContain(
        '[fan-out designs](../../concepts/topics-and-queues.md#fan-out)',
      );
      expect(own[0]?.threads.map(({ text }) => text)).toEqual([
        [
          'Links that need a person; on pages that are edited here, broken ones keep their text alone:',
          '',
          '- `https://app.gitbook.com/o/orgNorthwind00000001/s/spaceOpsHandbook0001` in "Welcome to Northwind Queue" (in-app)',
          '- `guides/message-templates.md` in "Quickstart" (broken)',
          '- `sdks/ruby.md` in "Troubleshooting" (broken)',
        ].join('\n'),
      ]);
      expect(said).toContain(
        'left to people: `sdks/ruby.md` in "Troubleshooting" (broken), line 43\n',
      );
      await expectPeace('link-keeper');
    },
  );

  it('API sync updates the pages that name changed operations', async () => {
    platform = await startDemonstration();
    const [, { changeRequests }] = await runTwice('api-sync');
    const own = changeRequests.filter(({ subject }) => subject.startsWith('API sync'));
    expect(own).toHaveLength(1);
    expect(own[0]?.status).toBe('open');
    expect(own[0]?.subject).toMatch(/^API sync \(\w+\): northwind-queue 2\.0\.0$/);
    const pages = Object.entries(own[0]?.pages ?? {});
    const changed = pages.flatMap(([path, text]) => {
      const [, section] = text.split('\n\n## Changes in API 2.0.0\n\n');
      return section === undefined ? [] : [[path, section]];
    });
    const receive =
      '| `POST /queues/{queue}/receive` | `parameters.wait_seconds.schema.maximum`: `10` → `20`; `parameters.wait_seconds.schema.default`: `0` → `10` |';
    const head = '| Operation | What changed |\n| --- | --- |\n';
    expect(changed).toEqual([
      ['quickstart', head + receive],
      ['guides/consuming', head + receive],
      ['release-notes', `${head}| \`GET /queues/{queue}/depth\` | deprecated |`],
    ]);
    expect(own[0]?.threads.map(({ text }) => text)).toEqual([
      expect.stringMatching(/\n- `guides\/message-templates\.md` in "Quickstart" \(broken\)$/),
    ]);
    await expectPeace('api-sync');
  });
});
