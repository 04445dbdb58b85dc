/** How the links of a page of the web are written in the import: what they are relative to, and which are pages of it. */
export interface WebLinks {
  /** The address of the page. */
  base: string;
  /** What the addresses of all pages of the import start with, and those that were found. */
  site?: { scope: string; pages: readonly string[] };
}

/** Where a link leads in the import; links to what is not in it keep leading to the web. */
export function linkIn({ base, site }: WebLinks): (href: string) => string {
  if (!site) return (href) => absolute(href, base);
  const pages = new Set(site.pages);
  return (href) => {
    const target = inScope(href, base, site.scope);
    if (!target || !pages.has(target)) return absolute(href, base);
    return `/${encodeURI(pathOf(target, site.scope))}${new URL(href, base).hash}`;
  };
}

/** What the addresses of all pages start with: the folder of the first, with its host. */
export function scopeOf({ origin, pathname }: URL): string {
  if (pathname.endsWith('/')) return origin + pathname;
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  return last.includes('.')
    ? origin + pathname.slice(0, pathname.lastIndexOf('/') + 1)
    : `${origin}${pathname}/`;
}

/** The address a link leads to, when it is a page of the website; undefined otherwise. */
export function inScope(link: string, base: string, scope: string): string | undefined {
  if (!URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  const target = url.origin + url.pathname;
  const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  const isPage = !name.includes('.') || /\.html?$/i.test(name);
  const inside = target.startsWith(scope) || `${target}/` === scope;
  return isPage && inside && url.search === '' ? target : undefined;
}

/** The place of a page in the import; the page that the scope is named by is the first. */
export function pathOf(url: string, scope: string): string {
  const { pathname } = new URL(url.startsWith(scope) ? url : scope);
  const below = pathname.slice(new URL(scope).pathname.length);
  const name = below.replace(/\.html?$/i, '').replace(/(^|\/)(index)?$/i, '$1README');
  return `${decodeURI(name)}.md`;
}

function absolute(href: string, base: string): string {
  return href.startsWith('#') || !URL.canParse(href, base) ? href : new URL(href, base).href;
}
