import { z } from 'zod';
import { openOrganization } from '../auth/access.ts';
import type { Context } from '../auth/caller.ts';
import type { Page, View } from '../content/model.ts';
import { fileBacklinks, pageLinks } from '../content/references.ts';
import { files, pages } from '../content/tables.ts';
import { pageAt } from '../content/tree.ts';
import { notFound } from '../errors.ts';
import { format, paging, queryBoolean, references } from '../http/input.ts';
import { arrayPage } from '../http/pagination.ts';
import { type Call, type Route, type RouteText, route } from '../http/route.ts';
import { fileLocation, type LocationContext } from '../views/content-location.ts';
import { fileObject } from '../views/file.ts';
import { pageObject, pageTree } from '../views/page.ts';
import { pageLinkObject } from '../views/page-link.ts';
import { revisionObject } from '../views/revision.ts';
import { type AddressedContent, openContent } from './shared.ts';

const contentView = {
  metadata: queryBoolean.optional(),
  computed: queryBoolean.optional(),
};

/** Query parameters of reads of pages. */
export const pageView = { ...contentView, format, 'format.markdown.refs': references };

const linkStatus = z.enum(['ok', 'broken', 'in-app']);

/** A read below an address. */
const get = <Path extends string>(at: string, path: Path) => `GET ${at}${path}` as RouteText;

/** The reads of content, the same for spaces, change requests and revisions. */
export function contentRoutes(at: `/v1/spaces/{spaceId}${string}`): Route[] {
  return [
    route(get(at, ''), {
      query: z.object(contentView),
      handle: (call) => {
        const { revision, view } = openContent(call);
        return revisionObject(call, revision, view);
      },
    }),

    route(get(at, '/pages'), {
      query: z.object(contentView),
      handle: (call) => ({ pages: pageTree(call, openContent(call).view) }),
    }),

    route(get(at, '/page/{pageId}'), {
      query: z.object(pageView),
      handle: (call) => {
        const { view } = openContent(call);
        return pageAnswer(call, view, findPage(call, view));
      },
    }),

    route(get(at, '/files'), {
      query: z.object({ ...contentView, ...paging }),
      handle: (call) => {
        return arrayPage(
          call,
          files.select(call.db, openContent(call).view),
          ({ id }) => [id],
          (file) => fileObject(call, file),
        );
      },
    }),

    route(get(at, '/files/{fileId}'), {
      query: z.object(contentView),
      handle: (call) => fileObject(call, findFile(call, openContent(call))),
    }),
  ];
}

/** Links from pages and to files, in a space and in a change request. */
function linkRoutes(at: `/v1/spaces/{spaceId}${string}`): Route[] {
  return [
    route(get(at, '/page/{pageId}/links'), {
      profile: 'contract',
      query: z.object({ ...paging, status: linkStatus.optional() }),
      handle: (call) => {
        const content = openContent(call);
        const page = findPage(call, content.view);
        const { links, stats } = pageLinks(call.db, content.view, page, call.origin);
        const around = locationContext(call, content);
        const asked = links.filter(({ status }) => [undefined, status].includes(call.query.status));
        const list = arrayPage(
          call,
          asked,
          ({ place }) => [place],
          (link) => pageLinkObject(call, around, page, link),
        );
        return { ...list, stats };
      },
    }),

    route(get(at, '/files/{fileId}/backlinks'), {
      profile: 'contract',
      query: z.object(paging),
      handle: (call) => {
        const content = openContent(call);
        const file = findFile(call, content);
        const around = locationContext(call, content);
        return arrayPage(
          call,
          fileBacklinks(call.db, content.view, file.id),
          ({ id }) => [id],
          () => fileLocation(call, around, file),
        );
      },
    }),
  ];
}

/** The path of a page is one segment: the slashes in it are encoded. */
function pageByPath(at: `/v1/spaces/{spaceId}${string}`): Route {
  const text = `GET ${at}/path/{pagePath}` as RouteText & `GET /{spaceId}/{pagePath}`;
  return route(text, {
    profile: 'current',
    query: z.object(pageView),
    handle: (call) => {
      const { view } = openContent(call);
      const slugs = call.params.pagePath.split('/').filter((slug) => slug !== '');
      const page = pageAt(call.db, view, slugs);
      // Links have no content to read.
      if (!page || page.type === 'link') throw notFound('Page');
      return pageAnswer(call, view, page);
    },
  });
}

const SPACE = '/v1/spaces/{spaceId}';
const CHANGE_REQUEST = `${SPACE}/change-requests/{changeRequestId}`;

export const spaceContentRoutes: readonly Route[] = [
  ...contentRoutes(`${SPACE}/content`),
  ...contentRoutes(`${CHANGE_REQUEST}/content`),
  ...linkRoutes(`${SPACE}/content`),
  ...linkRoutes(`${CHANGE_REQUEST}/content`),
  pageByPath(`${SPACE}/content`),
  pageByPath(`${CHANGE_REQUEST}/content`),
  pageByPath(`${SPACE}/revisions/{revisionId}`),
];

/** A page in the form that the query asks for. */
export function pageAnswer(
  call: Context & { query: z.output<z.ZodObject<typeof pageView>> },
  view: View,
  page: Page,
): object {
  const { format, 'format.markdown.refs': references } = call.query;
  return pageObject(call, view, page, format, references);
}

type PathCall = Pick<Call, 'db' | 'params'>;

function findPage({ db, params }: PathCall, view: AddressedContent['view']) {
  const page = pages.find(db, view, params.pageId ?? '');
  if (!page) throw notFound('Page');
  return page;
}

function findFile({ db, params }: PathCall, { view }: AddressedContent) {
  const file = files.find(db, view, params.fileId ?? '');
  if (!file) throw notFound('File');
  return file;
}

function locationContext(
  call: Pick<Call, 'db' | 'user'>,
  content: AddressedContent,
): LocationContext {
  const { space, role, view, revision, changeRequest } = content;
  return {
    organization: openOrganization(call, space.organization),
    space: { row: space, role },
    view,
    revision,
    ...(changeRequest && { changeRequest }),
  };
}
