import { percentDecoded } from '@docs-platform-mcp/markdown';
import type { PageNode } from '../../operations/index.ts';

/** The possible targets of links within a space. */
export class PageTargets {
  readonly #byId = new Map<string, PageNode>();
  readonly #byPath = new Map<string, PageNode>();
  readonly #folders = new Set<string>();
  readonly #first: PageNode | undefined;

  constructor(pages: readonly PageNode[]) {
    [this.#first] = pages;
    for (const page of pages) {
      this.#byId.set(page.id, page);
      if (!page.path) continue;
      this.#byPath.set(page.path, page);
      for (let at = page.path.lastIndexOf('/'); at > 0; at = page.path.lastIndexOf('/', at - 1)) {
        const folder = page.path.slice(0, at);
        // The folders above it are there already.
        if (this.#folders.has(folder)) break;
        this.#folders.add(folder);
      }
    }
  }

  /** The page with an id or a path, with or without its file name; the first page for an empty path. */
  at(path: string): PageNode | undefined {
    const plain = path
      .split('/')
      .map(percentDecoded)
      .join('/')
      .replace(/(^|\/)README\.md$/, '')
      .replace(/\.md$/, '')
      .replace(/\/$/, '');
    if (plain === '') return this.#first;
    return this.#byId.get(plain) ?? this.#byPath.get(plain);
  }

  /** The only page whose id begins like this. */
  beginningWith(start: string): PageNode | undefined {
    if (start === '') return undefined;
    const [first, another] = [...this.#byId].filter(([id]) => id.startsWith(start));
    return another ? undefined : first?.[1];
  }

  /**
   * A page with subpages counts as both a folder and a file, because writers use both readings. Its own file is the
   * README of the folder, where links to files begin.
   */
  relative(path: string, from: string): PageNode | undefined {
    const own = from.split('/').filter(Boolean);
    const folders = [own.slice(0, -1), ...(this.#folders.has(from) ? [own] : [])];
    for (const folder of path.endsWith('.md') ? folders.reverse() : folders) {
      const absolute = resolvePath(folder, path.split('/'));
      const found = absolute && this.at(absolute.join('/'));
      if (found) return found;
    }
    return undefined;
  }
}

/** Undefined if its target is outside of the space. */
function resolvePath(folder: readonly string[], segments: readonly string[]): string[] | undefined {
  const result = [...folder];
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') result.push(segment);
    else if (result.pop() === undefined) return undefined;
  }
  return result;
}
