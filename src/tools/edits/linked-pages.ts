import { Markdown } from '@docs-platform-mcp/markdown';
import type { PageNode } from '../../operations/index.ts';
import { Aims } from '../workflows/audit-links/aim.ts';
import { PageTargets } from '../workflows/page-targets.ts';

const aims = new Aims([]);

/** A text with the ids of the pages that its links lead to in place of their paths, which change when pages move. */
export function withPageIds(markdown: string, pageId: string, pages: readonly PageNode[]): string {
  const targets = new PageTargets(pages);
  const own = targets.at(pageId)?.path ?? '';
  return Markdown.read(markdown).redirected(({ url }) => {
    const aim = aims.of(url);
    if (aim.to !== 'path') return undefined;
    const { path, fragment } = aim;
    const page = path.startsWith('/') ? targets.at(path.slice(1)) : targets.relative(path, own);
    return page && `/pages/${page.id}${fragment === '' ? '' : `#${fragment}`}`;
  });
}
