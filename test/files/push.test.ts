import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../support/long-run.ts';
import { type Desk, edit, GUIDE, read, startDesk, write } from './working-copy.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function move(dir: string, from: string, to: string): Promise<void> {
  await mkdir(dirname(join(dir, to)), { recursive: true });
  await rename(join(dir, from), join(dir, to));
}

describe.each(shareOf(['current', 'contract'] as const))('pushing to the %s service', (profile) => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await startDesk(profile);
  });

  afterAll(() => desk.close());

  const requests = async () =>
    (await desk.api('GET', `/spaces/${GUIDE}/change-requests?status=draft&limit=100`)).items;

  it('does nothing without a change', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    const before = (await requests()).length;
    const pushed = await desk.runProgram('push', dir);
    expect(pushed).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' });
    expect(await requests()).toHaveLength(before);
  });

  it('sends edits, moves, new and deleted pages and files as one change request', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    const before = await desk.pages(GUIDE);
    await edit(
      dir,
      'limits.md',
      '# Limits and quotas\n',
      '# Limits\n\nSee [new](guides/new.md).\n',
    );
    await edit(dir, 'quickstart.md', 'icon: rocket', 'icon: bolt\nhidden: true');
    await write(dir, '.gitbook/assets/pixel.png', PIXEL);
    await write(
      dir,
      'guides/new.md',
      '---\ndescription: Brand new.\n---\n\n# New page\n\n![Pixel](../.gitbook/assets/pixel.png)\n\nBack to [limits](../limits.md#top), on to [below](new/below.md).\n',
    );
    await write(dir, 'guides/new/below.md', '# Below\n\nUp to [new](../new.md).\n');
    await move(dir, 'security.md', 'guides/safety.md');
    await rm(join(dir, 'troubleshooting.md'));
    await edit(dir, 'SUMMARY.md', '* [Security and API keys](security.md)\n', '');
    await edit(
      dir,
      'SUMMARY.md',
      '  * [Publish messages](guides/publishing.md)\n',
      '  * [Security and API keys](guides/safety.md)\n  * [Publish messages](guides/publishing.md)\n',
    );
    const dry = await desk.push(dir, { dryRun: true });
    expect(dry).toMatchObject({ dryRun: true, conflicts: [], problems: [] });
    expect(dry.changeRequest).toBeUndefined();
    const count = (await requests()).length;

    const pushed = await desk.push(dir, { subject: 'From files' });
    expect(pushed).toMatchObject({ conflicts: [], problems: [], notes: [] });
    expect(await requests()).toHaveLength(count + 1);
    const { id = '', number = 0 } = pushed.changeRequest ?? {};
    const request = await desk.api('GET', `/spaces/${GUIDE}/change-requests/${id}`);
    expect(request).toMatchObject({ number, subject: 'From files', status: 'draft' });
    const place = `${GUIDE}/change-requests/${id}`;
    const after = await desk.pages(place);
    expect([...after.keys()]).toEqual([
      'welcome-to-northwind-queue',
      'quickstart',
      'concepts',
      'concepts/topics-and-queues',
      'concepts/delivery-guarantees',
      'guides',
      'guides/safety',
      'guides/publishing',
      'guides/consuming',
      'guides/retries',
      'guides/dead-letters',
      'guides/push',
      'guides/push/verify-signatures',
      'guides/push/legacy-format',
      'guides/new',
      'guides/new/below',
      'sdks',
      'sdks/node',
      'sdks/python',
      'limits',
      'release-notes',
    ]);
    expect(after.get('guides/safety')).toMatchObject({
      id: before.get('security').id,
      title: 'Security and API keys',
      documentId: before.get('security').documentId,
    });
    expect(after.get('quickstart')).toMatchObject({
      icon: 'bolt',
      hidden: true,
      documentId: before.get('quickstart').documentId,
    });
    expect(after.get('limits').title).toBe('Limits');
    const made = after.get('guides/new');
    expect(made).toMatchObject({ title: 'New page', description: 'Brand new.' });
    const { items } = await desk.api('GET', `/spaces/${place}/content/files?limit=100`);
    const pixel = items.find(({ name }: { name: string }) => name === 'pixel.png');
    expect(pixel).toMatchObject({ contentType: 'image/png', size: PIXEL.length });
    expect(await desk.text(place, made.id)).toBe(
      `# New page\n\n![Pixel](/files/${pixel.id})\n\nBack to [limits](../../limits.md#top), on to [below](./below.md).`,
    );
    expect(await desk.text(place, after.get('guides/new/below').id)).toBe(
      '# Below\n\nUp to [new](./README.md).',
    );
    expect(await desk.text(place, after.get('limits').id)).toMatch(
      /^# Limits\n\nSee \[new\]\(\.\/guides\/new\/README\.md\)\.\n/,
    );
    for (const [path, { documentId }] of before) {
      if (['limits', 'security', 'troubleshooting'].includes(path)) continue;
      expect([path, after.get(path).documentId]).toEqual([path, documentId]);
    }
    // Nothing was published.
    expect([...(await desk.pages(GUIDE)).keys()]).toEqual([...before.keys()]);

    expect(await desk.push(dir)).toMatchObject({ sent: [], changeRequest: { id } });
    expect(await desk.status(dir)).toMatchObject({ here: [], there: [], files: [] });
    expect(await read(dir, 'SUMMARY.md')).not.toContain('troubleshooting');
    expect(await read(dir, 'SUMMARY.md')).toContain(
      '  * [New page](guides/new.md)\n    * [Below](guides/new/below.md)\n',
    );

    await edit(dir, 'guides/new.md', 'Back to', 'Return to');
    const second = await desk.push(dir);
    expect(second.changeRequest?.id).toBe(id);
    expect(second.sent).toEqual([{ kind: 'changed', path: 'guides/new.md', fields: ['document'] }]);
    expect(await desk.text(place, made.id)).toContain('Return to [limits]');

    await desk.api('POST', `/spaces/${place}/merge`);
    const pulled = await desk.pull(dir);
    expect(pulled).toMatchObject({ written: [], removed: [], conflicts: [] });
    expect(pulled.changeRequest).toBeUndefined();
    await edit(dir, 'limits.md', '# Limits\n', '# Limits again\n');
    const third = await desk.push(dir);
    expect(third.changeRequest?.id).not.toBe(id);
  });

  describe('sends nothing, and says what is wrong with it, for', () => {
    let dir: string;

    beforeAll(async () => {
      dir = await desk.folder();
      await desk.pull(dir);
    });

    it.each([
      ['icon: [bolt]', 'icon in the frontmatter is not text.'],
      [`icon: ${'x'.repeat(51)}`, 'icon in the frontmatter has more than 50 characters.'],
      ['hidden: maybe', 'hidden in the frontmatter is neither true nor false.'],
      ['slug: a/b', 'slug in the frontmatter is not one segment of a path.'],
    ])('%s', async (line, problem) => {
      const before = (await requests()).length;
      await edit(dir, 'release-notes.md', 'icon: bullhorn', line);
      const { problems, sent } = await desk.push(dir);
      await edit(dir, 'release-notes.md', line, 'icon: bullhorn');
      expect(problems).toEqual([`release-notes.md: ${problem}`]);
      expect(sent).toEqual([]);
      expect(await requests()).toHaveLength(before);
    });
  });

  it('takes an entry with a sign of addresses in the name of its file for a page', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    await write(dir, 'C#.md', '# C\n\nSee [limits](limits.md#top).\n');
    await write(dir, 'SUMMARY.md', `${await read(dir, 'SUMMARY.md')}* [C](C#.md)\n`);
    const dry = await desk.push(dir, { dryRun: true });
    expect(dry).toMatchObject({ dryRun: true, conflicts: [], problems: [] });
  });

  it('follows moved and renamed folders and files, whatever the table of contents says', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    await move(dir, 'sdks', 'kits');
    await move(dir, 'quickstart.md', 'begin.md');
    await move(dir, 'release-notes.md', 'guides/release-notes.md');
    await write(dir, 'latin.md', Buffer.from([0x23, 0x20, 0xfc]));
    const { problems, sent } = await desk.push(dir);
    expect(problems).toEqual([expect.stringContaining('latin.md is not UTF-8')]);
    expect(sent).toEqual([]);
    await rm(join(dir, 'latin.md'));
    await desk.pull(dir);
    const pushed = await desk.push(dir);
    expect(pushed.problems).toEqual([]);
    const fields = pushed.sent.map(({ kind, path, fields }) => [kind, path, fields]);
    expect(fields.sort()).toEqual([
      ['changed', 'begin.md', ['slug']],
      ['changed', 'guides/release-notes.md', ['into', 'at']],
      ['changed', 'kits/README.md', ['slug']],
    ]);
    expect(await desk.push(dir)).toMatchObject({ sent: [], problems: [] });
    const summary = await read(dir, 'SUMMARY.md');
    expect(summary).toContain('* [SDKs](kits/README.md)\n  * [Node.js SDK](kits/node.md)\n');
    expect(summary).not.toMatch(/sdks|quickstart/);

    await rm(join(dir, 'kits'), { recursive: true });
    expect((await desk.push(dir)).sent).toMatchObject([{ kind: 'deleted' }]);
    await write(dir, 'kits/README.md', '# Other kits\n');
    expect((await desk.push(dir)).sent).toEqual([{ kind: 'new', path: 'kits/README.md' }]);
  });

  it('replaces a picture on the pages that show it, and on no others', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    await write(dir, '.gitbook/assets/architecture.svg', PIXEL);
    const { sent, changeRequest } = await desk.push(dir);
    expect(sent[0]).toEqual({ kind: 'file', path: '.gitbook/assets/architecture.svg' });
    const shown = sent.slice(1);
    expect(shown.length).toBeGreaterThan(0);
    for (const { path, kind } of shown) {
      expect(kind).toBe('changed');
      expect(await read(dir, path)).toContain('architecture.svg');
    }
    expect(await desk.push(dir)).toMatchObject({ sent: [], changeRequest });
    expect(await desk.pull(dir)).toMatchObject({ written: [] });
  });

  it('merges compatible changes of both sides, and sends nothing if they conflict', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    const { id } = (await desk.pages(GUIDE)).get('guides/consuming');
    const body = (await desk.text(GUIDE, id)).replace(/^# .*\n+/, '');
    await desk.publish([
      {
        operation: 'update_page',
        page: id,
        document: { markdown: `${body}\n\nAt the end, there.` },
      },
    ]);
    await edit(dir, 'guides/consuming.md', '\n# ', '\n# Here: ');
    await edit(dir, 'sdks/node.md', '\n# ', '\n# Here: ');
    const merged = await desk.push(dir);
    expect(merged.conflicts).toEqual([]);
    const place = `${GUIDE}/change-requests/${merged.changeRequest?.id}`;
    const text = await desk.text(place, id);
    expect(text).toMatch(/^# Here: Consume messages\n/);
    expect(text).toContain('At the end, there.');
    expect(await read(dir, 'guides/consuming.md')).toContain('At the end, there.');

    await desk.api('POST', `/spaces/${place}/content?compat=false`, {
      changes: [
        { operation: 'update_page', page: id, document: { markdown: `${body}\n\nOver there.` } },
      ],
    });
    await edit(dir, 'guides/consuming.md', 'At the end, there.', 'Over here.');
    const clash = await desk.run('push', dir);
    expect(clash.code).toBe(1);
    expect(clash.stdout).toContain('Nothing was sent.\nConflict: guides/consuming.md');
    const both = await read(dir, 'guides/consuming.md');
    expect(both).toContain('Over here.\n\n=======\n\nOver there.');
    expect((await desk.push(dir)).problems[0]).toContain('holds both sides of a conflict');
    await write(
      dir,
      'guides/consuming.md',
      both.replace(/\n<{7}.*\n/, '').replace(/\n={7}[\s\S]*>{7}.*\n/, ''),
    );
    expect((await desk.push(dir)).sent).toHaveLength(1);
    expect(await desk.text(place, id)).toContain('Over here.');
  });

  it('sends no link without a target, no broken block, no oversized file, and nothing with --read-only', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    await edit(
      dir,
      'release-notes.md',
      '# Release notes\n',
      '# Release notes\n\n[Gone](gone.md)\n\n{% hint style="info" %}\n',
    );
    await write(
      dir,
      'tabs.md',
      '---\nicon: bolt\n---\n\n# Tabs\n\n{% tab title="One" %}\nA.\n{% endtab %}\n',
    );
    await write(dir, '.gitbook/assets/large.bin', Buffer.alloc(1_000_001));
    const before = (await requests()).length;
    const { problems, sent } = await desk.push(dir);
    expect(sent).toEqual([]);
    expect(problems.join('\n')).toContain('.gitbook/assets/large.bin has 1000001 bytes');
    expect(problems.join('\n')).toContain(
      'release-notes.md links to gone.md, which does not exist.',
    );
    expect(problems.join('\n')).toMatch(/^release-notes\.md: blocks of .*\{% hint %\} has no end/m);
    expect(problems.join('\n')).toMatch(/^tabs\.md: blocks of .* line 7: the block around/m);
    expect((await desk.run('push', dir, '--read-only')).code).toBe(2);
    const other = await desk.run('push', dir, '--space', 'spaceRoadmap00000001');
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('outside of what this server may reach');
    expect(await requests()).toHaveLength(before);
  });

  it('starts over after its change request was closed, and loses nothing', async () => {
    const dir = await desk.folder();
    await desk.pull(dir);
    await write(dir, 'extra.md', '# Extra\n\nText.\n');
    await edit(dir, 'release-notes.md', '# Release notes\n', '# Release notes\n\nMore.\n');
    const { changeRequest } = await desk.push(dir);
    await desk.api('PATCH', `/spaces/${GUIDE}/change-requests/${changeRequest?.id}`, {
      status: 'archived',
    });
    const status = await desk.status(dir);
    expect(status.notes.join()).toContain('is closed');
    expect(status.here.map(({ kind, path }) => [kind, path])).toEqual([
      ['changed', 'release-notes.md'],
      ['new', 'extra.md'],
    ]);
    const again = await desk.push(dir);
    expect(again.changeRequest?.id).not.toBe(changeRequest?.id);
    expect(again.sent.map(({ kind }) => kind).sort()).toEqual(['changed', 'new']);
    expect(await read(dir, 'extra.md')).toBe('# Extra\n\nText.\n');
  });
});
