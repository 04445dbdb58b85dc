import type { Page } from '../shared/pages.ts';

/** A heading found by a search. */
export interface FoundHeading {
  page: string;
  anchor: string;
}

const IN_APP = /\/s\/(?<space>[\w-]+)(?:\/(?<path>[^?#]*))?(?:\?[^#]*)?(?:#(?<anchor>.*))?$/;

/** The target of a link into the app on the published pages; undefined for another space, or if there is none. */
export function published(target: string, spaceId: string, pages: readonly Page[]) {
  const { space, path = '', anchor } = IN_APP.exec(target)?.groups ?? {};
  if (space !== spaceId) return undefined;
  const page = path === '' ? pages[0] : pages.find((one) => one.path === decoded(path));
  return page && linkTo(page.id, anchor);
}

/** The page that a broken link meant, if exactly one has the same name. */
export function moved(target: string, pages: readonly Page[]): string | undefined {
  const [, anchor] = target.split('#');
  const name = nameIn(target);
  const same = pages.filter(({ path }) => path.split('/').at(-1) === name);
  const [page] = same;
  return page && same.length === 1 ? linkTo(page.id, anchor) : undefined;
}

/** The section that a broken link meant, if exactly one has its name. */
export function section(target: string, headings: readonly FoundHeading[]): string | undefined {
  const same = headings.filter(({ anchor }) => anchor === nameIn(target));
  const [heading] = same;
  return heading && same.length === 1 ? linkTo(heading.page, heading.anchor) : undefined;
}

/** The page name in a link: the last part of its path, without a file extension. */
export function nameIn(target: string): string {
  const [path = ''] = target.split(/[?#]/);
  const parts = path
    .replace(/(^|\/)README\.md$/, '')
    .replace(/\.md$/, '')
    .split('/');
  return decoded(parts.at(-1) ?? '');
}

/** The text with every link to one target redirected to another; code stays unchanged. */
export function relinked(markdown: string, from: string, to: string): string {
  const target = from.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const link = new RegExp(`(\\]\\(\\s*<?|^\\s*\\[[^\\]]+\\]:\\s*<?)${target}(?=[\\s)>]|$)`, 'g');
  let code = false;
  const lines = markdown.split('\n').map((line) => {
    if (/^\s*(```|~~~)/.test(line)) code = !code;
    return code ? line : line.replaceAll(link, (_, before: string) => before + to);
  });
  return lines.join('\n');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function linkTo(page: string, anchor: string | undefined): string {
  return `/pages/${page}${anchor ? `#${anchor}` : ''}`;
}
