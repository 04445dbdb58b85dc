import type { PageNode } from '../../../operations/index.ts';

const LOST = /(?:^(?:\.?\/)?broken\/pages\/[^/]*|(?:^|\/)broken-reference)(?:\/|\.md)?$/;

/** Whether an address is the remainder of a link whose page the platform no longer has. */
export function isLost(target: string): boolean {
  return LOST.test(target.split('#', 1)[0] ?? '');
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
