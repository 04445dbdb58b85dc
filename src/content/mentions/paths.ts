/** Longer runs of characters are not paths. */
const MAX_PATH = 300;
const RUN = /[^\s`"'<>()[\]|,;*]+/g;
const QUERY = /[?#]/;
const TRAILING = /(?<![.:!?/])[.:!?/]+$/;
const DESTINATION = /(?:\]\(|(?:href|src)=["'])$/;
/** What samples write in place of a host. */
const PLACEHOLDER = /^(?:\$\{?\w+\}?|\{.*\}|<.+>)$/;
const PARAMETER = /^(?:\{.*\}|:.+|<.+>|%7B.*)$/;

/** Finds the paths of operations in text, whatever their parameters are called. */
export class PathMentions {
  readonly #byLength = new Map<string, string[]>();
  readonly #servers: readonly string[];

  constructor(paths: readonly string[], servers: readonly string[]) {
    this.#servers = servers;
    for (const path of paths) {
      const parts = partsOf(path);
      const key = keyOf(parts);
      this.#byLength.set(key, [...(this.#byLength.get(key) ?? []), path]);
    }
  }

  /** The operations' paths that a line contains. */
  in(line: string): string[] {
    if (this.#byLength.size === 0 || !line.includes('/')) return [];
    const found: string[] = [];
    for (const { 0: text, index } of line.matchAll(RUN)) {
      if (text.length > MAX_PATH || !text.includes('/')) continue;
      const isLink = DESTINATION.test(line.slice(Math.max(0, index - 8), index));
      const path = this.#pathIn((text.split(QUERY, 1)[0] ?? '').replace(TRAILING, ''), isLink);
      if (path !== undefined) found.push(path);
    }
    return found;
  }

  #pathIn(text: string, isLink: boolean): string | undefined {
    const server = this.#servers.find((url) => url !== '' && text.startsWith(`${url}/`));
    if (server !== undefined) return this.#matching(partsOf(text.slice(server.length)));
    const parts = partsOf(text);
    for (let from = 0; from < parts.length; from += 1) {
      const path = this.#matching(parts.slice(from));
      // A short path in a link, or after other text, belongs to a page or to another API.
      const isPlain = from === 0 && text.startsWith('/') && !isLink;
      const length = path === undefined ? 0 : partsOf(path).length;
      const isWhole = !isLink && length > 1 && from === hostLength(parts);
      if (isPlain || isWhole || length > 2) return path;
    }
    return undefined;
  }

  #matching(parts: readonly string[]): string | undefined {
    return (this.#byLength.get(keyOf(parts)) ?? []).find((path) =>
      partsOf(path).every((part, index) => PARAMETER.test(part) || part === parts[index]),
    );
  }
}

/** The number of parts that name the host of an address, or stand for it; 0 if none do. */
function hostLength([first = '', second]: readonly string[]): number {
  if (/^https?:$/i.test(first)) return second === undefined ? 0 : 2;
  return PLACEHOLDER.test(first) ? 1 : 0;
}

function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

/** What a path and a text must have in common: the number of parts and, if it is no parameter, the first. */
function keyOf(parts: readonly string[]): string {
  return `${parts.length} ${parts[0] ?? ''}`;
}
