import type { Element, Root, RootContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { select, selectAll } from 'hast-util-select';

/** A page as a browser without scripts receives it. */
export interface Opened {
  status: number;
  headers: Headers;
  /** Path and query after all redirects. */
  path: string;
  html: string;
  /** Parsed when it is first read, as most tests look at the text. */
  readonly tree: Root;
}

const MAX_REDIRECTS = 5;

/** Keeps cookies, follows redirects and sends the headers of a browser. */
export class WebReader {
  readonly #url: string;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(url: string) {
    this.#url = url;
  }

  /** The fields of a sign-in form; by default, those of the form on the page. */
  async signIn(token: string, next = '/app', origin = this.#url): Promise<Opened> {
    return await this.open('/app/sign-in', {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ token, next }),
    });
  }

  /** Opens a path, and follows its redirects. */
  async open(path: string, init: RequestInit = {}): Promise<Opened> {
    let opened = await this.request(path, init);
    for (let hops = 0; opened.status === 303 && hops < MAX_REDIRECTS; hops += 1) {
      opened = await this.request(opened.headers.get('location') ?? '');
    }
    return opened;
  }

  /** One request and its answer. */
  async request(path: string, init: RequestInit = {}): Promise<Opened> {
    const { pathname, search } = new URL(path, this.#url);
    const headers = new Headers(init.headers);
    headers.set('accept', headers.get('accept') ?? 'text/html,application/xhtml+xml,*/*;q=0.8');
    const cookie = this.cookiesFor(pathname);
    if (cookie) headers.set('cookie', cookie);
    const response = await fetch(new URL(path, this.#url), {
      ...init,
      headers,
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    const html = await response.text();
    let tree: Root | undefined;
    return {
      status: response.status,
      headers: response.headers,
      path: pathname + search,
      html,
      get tree() {
        tree ??= fromHtml(html);
        return tree;
      },
    };
  }

  /** The `Cookie` header of a request for a path. */
  cookiesFor(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => `${path}/`.startsWith(`${cookie.path.replace(/\/$/, '')}/`))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  #keep(set: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    const path = /; Path=([^;]+)/.exec(set)?.[1] ?? '/';
    if (/; Max-Age=0;/.test(set)) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path });
  }
}

/** Signed-in readers. Each signs in only once, because signing in too often is refused. */
export class WebReaders {
  readonly #url: string;
  readonly #known = new Map<string, Promise<WebReader>>();

  constructor(url: string) {
    this.#url = url;
  }

  as(role: string): Promise<WebReader> {
    const known = this.#known.get(role) ?? this.another(role);
    this.#known.set(role, known);
    return known;
  }

  /** Signs in with a new session. */
  async another(role: string): Promise<WebReader> {
    const signedIn = new WebReader(this.#url);
    await signedIn.signIn(`demo-${role}-token`);
    return signedIn;
  }
}

/** The text of the first matching element, with single spaces. */
export function textOf({ tree }: Pick<Opened, 'tree'>, selector: string): string {
  const found = select(selector, tree);
  return found ? plain(found) : '';
}

/** The texts of all matching elements. */
export function textsOf({ tree }: Pick<Opened, 'tree'>, selector: string): string[] {
  return selectAll(selector, tree).map(plain);
}

/** The values of an attribute of all matching elements. */
export function attributes(
  { tree }: Pick<Opened, 'tree'>,
  selector: string,
  name: string,
): string[] {
  return selectAll(selector, tree).map(({ properties }) => String(properties[name] ?? ''));
}

/** The text of an element, with its blocks separated. */
function plain(element: Element): string {
  const said = (node: RootContent): string => {
    if (node.type === 'text') return node.value;
    if (!('children' in node)) return '';
    const text = node.children.map(said).join('');
    return INLINE.has(node.tagName) ? text : ` ${text} `;
  };
  return said(element).replace(/\s+/g, ' ').trim();
}

const INLINE: ReadonlySet<string> = new Set([
  'a',
  'b',
  'code',
  'del',
  'em',
  'ins',
  'span',
  'strong',
  'time',
]);
