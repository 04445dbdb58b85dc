import { type AddressParts, partsOf } from '../../names/address.ts';

/** Where a link leads, as far as its address says so itself. */
export type Aim =
  /** The page that it stands on. */
  | { to: 'self'; fragment: string }
  /** A page by its path, relative to the page that the link stands on unless it begins with `/`. */
  | { to: 'path'; path: string; fragment: string }
  /**
   * A page of this space or another: as the platform writes it (`/s/…`), or by the address that a person has in the
   * application (`/o/…/s/…`).
   */
  | {
      to: 'page';
      space: string;
      page?: string;
      path?: string;
      fragment: string;
      isAppAddress: boolean;
    }
  | { to: 'file'; file: string }
  /** The application, of which readers see nothing. */
  | { to: 'app' }
  /** Out of what can be looked up. */
  | { to: 'elsewhere' }
  | { to: 'nowhere' };

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
/** What a browser does not follow from a page, and slips of the pen. */
const FOLLOWED_NOWHERE = /^(?:javascript|vbscript|hh?tt?pp?s?|ttps?)$/i;
const GITBOOK_APP = 'https://app.gitbook.com';

/** Reads where links lead; `apps` are the addresses of the application in front of their paths. */
export class Aims {
  readonly #apps: readonly string[];

  constructor(apps: readonly string[]) {
    this.#apps = [GITBOOK_APP, GITBOOK_APP.replace('https', 'http'), ...apps];
  }

  of(url: string): Aim {
    // Conditions and variables are filled in by the platform.
    if (url === '' || url.includes('{{')) return { to: 'elsewhere' };
    const scheme = SCHEME.exec(url)?.[1];
    if (scheme !== undefined) return this.#ofAddress(url, scheme);
    if (url.startsWith('//')) return { to: 'elsewhere' };
    const [, path = '', fragment = ''] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? [];
    if (path === '') return { to: 'self', fragment };
    const [, kind, id = ''] = /^\/(pages|files)\/(.+)$/s.exec(path) ?? [];
    if (kind === 'files') return { to: 'file', file: id };
    return { to: 'path', path: kind === 'pages' ? `/${id}` : path, fragment };
  }

  #ofAddress(url: string, scheme: string): Aim {
    if (!/^https?$/i.test(scheme)) {
      return { to: FOLLOWED_NOWHERE.test(scheme) ? 'nowhere' : 'elsewhere' };
    }
    if (!this.#apps.some((app) => isBelow(url, app))) return { to: 'elsewhere' };
    const parts: AddressParts = partsOf(url) ?? {};
    const { organization, space, page, pagePath: path, changeRequest, revision } = parts;
    if (space === undefined || changeRequest !== undefined || revision !== undefined) {
      return { to: 'app' };
    }
    // Addresses of the app that are no pages, such as those of its settings.
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

function isBelow(url: string, app: string): boolean {
  return url === app || url.startsWith(`${app}/`);
}
