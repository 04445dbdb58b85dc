import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Element } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { type Child, h } from 'hastscript';
import { visit } from 'unist-util-visit';
import type { User } from '../../auth/schema.ts';

/** Beside the source, or beside the bundle. */
const STYLE = readFileSync(new URL('./style.css', import.meta.url), 'utf8');

/** Ids that no author's heading has: anchors of headings contain no colon. */
const CONTENT = ':content';
const TREE = ':tree';

export interface Crumb {
  title: string;
  href: string;
}

export interface HtmlDocument {
  title: string;
  /** The heading that all pages of its kind share, and its link. */
  brand: Crumb;
  /** The breadcrumbs of the page. */
  crumbs?: readonly Crumb[];
  /** Further navigation: below the breadcrumbs, and beside the page, or on a narrow screen after it. */
  parts?: Element;
  tree?: Element;
  user?: User;
  /** Whether search engines may list it. */
  indexed?: boolean;
  body: Child;
}

/** The style sheet under an address that changes with it. */
export const style = {
  type: 'text/css',
  path: `/app/style-${createHash('sha256').update(STYLE).digest('hex').slice(0, 12)}.css`,
  text: STYLE,
};

/** The favicon. */
export const icon = {
  path: '/app/icon.svg',
  type: 'image/svg+xml',
  text: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#3b7de0" d="M3 1h7l3 3v11H3z"/><path stroke="#fff" d="M5 7h6M5 9.5h6M5 12h4"/></svg>',
};

/**
 * The HTML of a page, in pieces. The only prebuilt HTML in it is the text of a page or comment, which is sanitized.
 */
export function htmlOf(document: HtmlDocument): string[] {
  const { title, brand, crumbs = [], parts, tree, user, indexed = false, body } = document;
  const full = title === brand.title ? title : `${title} · ${brand.title}`;
  const page = h('html', { lang: 'en' }, [
    h('head', [
      h('meta', { charSet: 'utf-8' }),
      h('title', full),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      indexed ? '' : h('meta', { name: 'robots', content: 'noindex' }),
      h('link', { rel: 'stylesheet', href: style.path }),
      h('link', { rel: 'icon', href: icon.path, type: icon.type }),
    ]),
    h('body', [
      h('a.skip', { href: `#${CONTENT}` }, 'Skip to the content'),
      h('header.top', [
        h('a.brand', { href: brand.href }, brand.title),
        tree ? h('a.to-tree', { href: `#${TREE}` }, 'Pages') : '',
        user ? signOut(user) : '',
      ]),
      crumbs.length > 0 ? breadcrumbs(crumbs) : '',
      parts ?? '',
      h('div.frame', { className: tree ? ['split'] : [] }, [
        h('main', { id: CONTENT, tabIndex: -1 }, body),
        tree ? h('nav.tree', { id: TREE, ariaLabel: 'Pages' }, [h('p.label', 'Pages'), tree]) : '',
      ]),
    ]),
  ]);
  return ['<!doctype html>\n', ...withRawHtml(page), '\n'];
}

/** The HTML of a page. Its prebuilt parts, which may be long, are not copied. */
function withRawHtml(page: Element): string[] {
  const mark = randomUUID();
  const parts: string[] = [];
  visit(page, 'raw', (node) => {
    parts.push(node.value);
    node.value = mark;
  });
  const around = toHtml(page, { allowDangerousHtml: true }).split(mark);
  return around.flatMap((html, index) => [html, parts[index] ?? '']);
}

function breadcrumbs(crumbs: readonly Crumb[]): Element {
  const items = crumbs.map(({ title, href }) => h('li', h('a', { href }, title)));
  return h('nav.crumbs', { ariaLabel: 'Breadcrumbs' }, h('ol', items));
}

function signOut({ display_name }: User): Element {
  return h('form', { method: 'post', action: '/app/sign-out' }, [
    h('span', display_name),
    h('button', { type: 'submit' }, 'Sign out'),
  ]);
}
