import { Markdown } from '@docs-platform-mcp/markdown';
import { expect, it, vi } from 'vitest';
import { ThreadPool } from '../../../src/thread-pool.ts';
import { linksIn } from '../../../src/tools/workflows/audit-links/page-links.ts';

const TEXT = [
  '# A heading {#given}\n\n## Another heading\n\n<details>\n<summary>More</summary>\n\n</details>\n',
  '![a\nb](c.png "d") [e] <f@g.example> <a href="h" id="i">j</a> [k](l#m)\n\n[e]: n\n',
  '{% include "../o.md" %}\n\n{% tab title="P" %}\n{% endtab %}\n\n[^q]\n\n[^q]: r\n',
].join('\n');

it('reads the links and anchors of a long text in another thread, and the same as those of a short one', async () => {
  const runs = vi.spyOn(ThreadPool.prototype, 'run');
  const short = await linksIn(TEXT, {});
  expect(runs).not.toHaveBeenCalled();
  const read = Markdown.read(TEXT);
  expect(short.links.map(({ url }) => url)).toEqual(
    read.references.references.map(({ url }) => url),
  );
  expect(short.anchors).toEqual(read.anchors);
  expect(short.links.filter(({ isInclude }) => isInclude)).toHaveLength(1);
  const long = await linksIn(`${TEXT}${'[s]\n'.repeat(10_000)}`, {});
  expect(runs.mock.calls).toMatchObject([[{ name: 'packText' }, {}]]);
  runs.mockRestore();
  expect(long).toMatchObject({ links: short.links, anchors: short.anchors });
  for (const fragment of ['given', 'another-heading', 'more', 'p', 'i', 'fn-q', 'absent']) {
    expect(long.fragments.has(fragment)).toBe(read.fragments.has(fragment));
  }
}, 60_000);
