import { notFound } from '../../errors.ts';
import type { HtmlDocument } from '../parts/document.ts';
import type { Visit } from '../parts/visit.ts';
import { changeRequestPage } from './change-request.ts';
import { specPage } from './openapi.ts';
import { collectionPage, organizationPage, startPage } from './organization.ts';
import { pagePage, proposedPage } from './page.ts';
import { sitePage } from './site.ts';
import { changeRequestsPage, commentPage, commentsPage, revisionPage, spacePage } from './space.ts';
import { userPage } from './user.ts';

type NameIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;

interface PageRoute {
  pattern: RegExp;
  show: (visit: Visit, params: Record<string, string>) => HtmlDocument;
}

/** `{name}` stands for one segment, `{path}` for all that follow. */
function pageRoute<const T extends string>(
  template: T,
  show: (visit: Visit, params: Record<NameIn<T>, string>) => HtmlDocument,
): PageRoute {
  const source = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'path' ? '(?<path>.+)' : `(?<${name}>[^/]+)`,
  );
  return { pattern: new RegExp(`^/app${source}/?$`), show };
}

/** The first match counts. */
const ROUTES: readonly PageRoute[] = [
  pageRoute('', startPage),
  pageRoute('/o/{organization}', organizationPage),
  pageRoute('/o/{organization}/sites/{site}', sitePage),
  pageRoute('/o/{organization}/openapi/{spec}', specPage),
  pageRoute('/c/{collection}', collectionPage),
  pageRoute('/users/{user}', userPage),
  pageRoute('/s/{space}', spacePage),
  pageRoute('/s/{space}/change-requests', changeRequestsPage),
  pageRoute('/s/{space}/change-requests/{request}', changeRequestPage),
  pageRoute('/s/{space}/change-requests/{request}/{path}', proposedPage),
  pageRoute('/s/{space}/comments', commentsPage),
  pageRoute('/s/{space}/comments/{comment}', commentPage),
  pageRoute('/s/{space}/revisions/{revision}', revisionPage),
  pageRoute('/s/{space}/{path}', pagePage),
];

/** The page at the visit's address; 404 if there is none that this person may see. */
export function appPage(visit: Visit): HtmlDocument {
  for (const { pattern, show } of ROUTES) {
    const match = pattern.exec(visit.url.pathname);
    if (match) return show(visit, decoded(match.groups ?? {}));
  }
  throw notFound('Page');
}

/** Segments keep their boundaries: no slug contains a slash. */
function decoded(params: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    throw notFound('Page');
  }
}
