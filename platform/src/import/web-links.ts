/**
 * How the links of a web page are resolved in an import: their base address, and which of them are imported pages.
 */
export interface WebLinks {
  /** The address of the page. */
  base: string;
  /** The common address prefix of the imported pages, and the pages found. */
  site?: { scope: string; pages: readonly string[] };
}

/** The target of a link in the import; links to anything else keep pointing to the web. */
export function linkIn({ base, site }: WebLinks): (href: string) => string {
  if (!site) return (href) => absolute(href, base);
  const pages = new Set(site.pages);
  return (href) => {
    const target = inScope(href, base, site.scope);
    if (!target || !pages.has(target)) return absolute(href, base);
    return `/${encodeURI(importPathOf(target, site.scope))}${new URL(href, base).hash}`;
  };
}

/** The common address prefix: host and folder of the first page. */
export function scopeOf({ origin, pathname }: URL): string {
  if (pathname.endsWith('/')) return origin + pathname;
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  return last.includes('.')
    ? origin + pathname.slice(0, pathname.lastIndexOf('/') + 1)
    : `${origin}${pathname}/`;
}

/** The address of a link to a page of the website; undefined otherwise. */
export function inScope(link: string, base: string, scope: string): string | undefined {
  if (!URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  const target = url.origin + url.pathname;
  const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  const isPage = !name.includes('.') || /\.html?$/i.test(name);
  const inside = target.startsWith(scope) || `${target}/` === scope;
  return isPage && inside && url.search === '' ? target : undefined;
}

/** The path of a page in the import; the page at the prefix itself comes first. */
export function importPathOf(url: string, scope: string): string {
  const { pathname } = new URL(url.startsWith(scope) ? url : scope);
  const below = pathname.slice(new URL(scope).pathname.length);
  const name = below.replace(/\.html?$/i, '').replace(/(^|\/)(index)?$/i, '$1README');
  return `${decoded(name)}.md`;
}

function decoded(name: string): string {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
}

function absolute(href: string, base: string): string {
  return href.startsWith('#') || !URL.canParse(href, base) ? href : new URL(href, base).href;
}
