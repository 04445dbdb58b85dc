import type { PageNode } from '../../../operations/index.ts';
import { type AddressParts, parseAppAddress } from '../../names/address.ts';

/** The target of a link, as far as the address itself states it. */
export type LinkTarget =
  /** The page that contains the link. */
  | { to: 'self'; fragment: string }
  /** A page by its path, relative to the page that contains the link unless it begins with `/`. */
  | { to: 'path'; path: string; fragment: string }
  /** A page of this space or another: in the platform's form (`/s/…`), or as an address of the app (`/o/…/s/…`). */
  | {
      to: 'page';
      space: string;
      page?: string;
      path?: string;
      fragment: string;
      isAppAddress: boolean;
    }
  | { to: 'file'; file: string }
  /** The app, which readers cannot see. */
  | { to: 'app' }
  /** Cannot be looked up. */
  | { to: 'elsewhere'; isExternal?: true }
  | { to: 'nowhere'; isMalformed?: true };

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
/** Addresses that a browser does not follow from a page, and typos. */
const UNFOLLOWED_SCHEME = /^(?:javascript|vbscript|hh?tt?pp?s?|ttps?)$/i;
const GITBOOK_APP = 'https://app.gitbook.com';

/** Parses the targets of links. `apps` are the base addresses of the app. */
export class LinkTargetParser {
  readonly #apps: readonly string[];

  constructor(apps: readonly string[]) {
    this.#apps = [GITBOOK_APP, GITBOOK_APP.replace('https', 'http'), ...apps];
  }

  of(url: string): LinkTarget {
    // The platform evaluates conditions and variables.
    if (url === '' || url.includes('{{')) return { to: 'elsewhere' };
    const scheme = SCHEME.exec(url)?.[1];
    if (scheme !== undefined) return this.#ofAddress(url, scheme);
    if (url.startsWith('//')) return externalTarget(`https:${url}`);
    const [, path = '', fragment = ''] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? [];
    if (path === '') return { to: 'self', fragment };
    const [, kind, id = ''] = /^\/(pages|files)\/(.+)$/s.exec(path) ?? [];
    if (kind === 'files') return { to: 'file', file: id };
    return { to: 'path', path: kind === 'pages' ? `/${id}` : path, fragment };
  }

  #ofAddress(url: string, scheme: string): LinkTarget {
    if (/^mailto$/i.test(scheme)) {
      return /[@?]/.test(url) ? { to: 'elsewhere' } : { to: 'nowhere', isMalformed: true };
    }
    if (!/^https?$/i.test(scheme)) {
      return { to: UNFOLLOWED_SCHEME.test(scheme) ? 'nowhere' : 'elsewhere' };
    }
    if (!this.#apps.some((app) => isBelow(url, app))) return externalTarget(url);
    const parts: AddressParts = parseAppAddress(url) ?? {};
    const { organization, space, page, pagePath: path, changeRequest, revision } = parts;
    if (space === undefined || changeRequest !== undefined || revision !== undefined) {
      return { to: 'app' };
    }
    // Addresses of the app that are not pages, such as its settings.
    if (path?.startsWith('~/')) return { to: 'app' };
    const fragment = url.includes('#') ? url.slice(url.indexOf('#') + 1) : '';
    return {
      to: 'page',
      space,
      fragment,
      isAppAddress: organization !== undefined,
      ...(page !== undefined && { page }),
      ...(path !== undefined && { path }),
    };
  }
}

/** The base addresses of pages in the app. */
export function appAddressesIn(pages: readonly PageNode[]): string[] {
  const address = pages
    .map((page) => (page as { urls?: { app?: string } }).urls?.app)
    .find(Boolean);
  const end = address?.search(/\/(?:s|o)\//) ?? -1;
  return end > 0 ? [(address as string).slice(0, end)] : [];
}

/** An external address; it is malformed if its host cannot exist. */
function externalTarget(url: string): LinkTarget {
  const host = URL.canParse(url) && /^https?:\/\//i.test(url) ? new URL(url).hostname : '';
  const isHost = host.startsWith('[') || host.replace(/\.$/, '').split('.').every(isLabel);
  return isHost ? { to: 'elsewhere', isExternal: true } : { to: 'nowhere', isMalformed: true };
}

function isLabel(label: string): boolean {
  return /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label);
}

function isBelow(url: string, app: string): boolean {
  return url === app || url.startsWith(`${app}/`);
}
