import type { PageNode } from '../../../operations/index.ts';

const NO_PAGE = 'no such page';
export const NO_SPECIFICATION = 'no such OpenAPI specification';

const LOST = /(?:^(?:\.?\/)?broken\/pages\/[^/]*|(?:^|\/)broken-reference)(?:\/|\.md)?$/;

/** Whether an address is the remainder of a link whose page the platform no longer has. */
export function isLost(target: string): boolean {
  return LOST.test(target.split('#', 1)[0] ?? '');
}

const DELETED = /^\/broken\/(files|openapi)\//;

/** The problem of a link without a target, also of one that the platform wrote for something that was deleted. */
export function problemOf(target: string): string {
  const kind = DELETED.exec(target)?.[1];
  if (kind === undefined) return NO_PAGE;
  return kind === 'files' ? 'no such file' : NO_SPECIFICATION;
}

/** Whether a link without a target may mean a page. */
export function mayMeanPage(target: string): boolean {
  return problemOf(target) === NO_PAGE;
}

/** The file name in a path; undefined if it is the path of a page. */
export function fileNameIn(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isFile = path.includes('.gitbook/assets/') || /\.(?!md$|html?$)[a-z]\w{0,9}$/i.test(name);
  return isFile ? name : undefined;
}

/** The target of a page that is only a link in the table of contents. */
export function ownTarget(page: PageNode): string | undefined {
  const { type, target, href } = page as PageNode & {
    href?: string;
    target?: { kind?: string; page?: string; url?: string };
  };
  if (type !== 'link') return undefined;
  return href ?? (target?.kind === 'page' ? `/pages/${target.page}` : target?.url);
}
