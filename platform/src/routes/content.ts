import { z } from 'zod';
import { openOrganization } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import type { ContentState, Page } from '../content/model.ts';
import { fileBacklinks, pageLinks } from '../content/references.ts';
import { files, pages } from '../content/tables.ts';
import { pageAt } from '../content/tree.ts';
import { notFound } from '../errors.ts';
import { format, paging, queryBoolean, references } from '../http/input.ts';
import { arrayPage } from '../http/pagination.ts';
import { type Call, type Route, type RouteText, route } from '../http/route.ts';
import {
  fileLocation,
  type LocationContext,
  pageLinkObject,
} from '../serializers/content-location.ts';
import { fileObject } from '../serializers/file.ts';
import { pageObject, pageTree } from '../serializers/page.ts';
import { revisionObject } from '../serializers/revision.ts';
import { type AddressedContent, openContent } from './shared.ts';

const contentOptions = {
  metadata: queryBoolean.optional(),
  computed: queryBoolean.optional(),
};

/** Query parameters of reads of pages. */
export const pageOptions = { ...contentOptions, format, 'format.markdown.refs': references };

const linkStatus = z.enum(['ok', 'broken', 'in-app']);

/** A read below an address. */
const get = <Path extends string>(at: string, path: Path) => `GET ${at}${path}` as RouteText;

/** The reads of content, the same for spaces, change requests and revisions. */
export function contentRoutes(at: `/v1/spaces/{spaceId}${string}`): Route[] {
  return [
    route(get(at, ''), {
      query: z.object(contentOptions),
      handle: (call) => {
        const { revision, state } = openContent(call);
        return revisionObject(call, revision, state);
      },
    }),

    route(get(at, '/pages'), {
      query: z.object(contentOptions),
      handle: (call) => ({ pages: pageTree(call, openContent(call).state) }),
    }),

    route(get(at, '/page/{pageId}'), {
      query: z.object(pageOptions),
      handle: (call) => {
        const { state } = openContent(call);
        return pageAnswer(call, state, findPage(call, state));
      },
    }),

    route(get(at, '/files'), {
      query: z.object({ ...contentOptions, ...paging }),
      handle: (call) => {
        return arrayPage(
          call,
          files.all(call.db, openContent(call).state),
          ({ id }) => [id],
          (file) => fileObject(call, file),
        );
      },
    }),

    route(get(at, '/files/{fileId}'), {
      query: z.object(contentOptions),
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
        const page = findPage(call, content.state);
        const { links, stats } = pageLinks(call.db, content.state, page, call.origin);
        const around = locationContext(call, content);
        const matching = links.filter(({ status }) =>
          [undefined, status].includes(call.query.status),
        );
        const list = arrayPage(
          call,
          matching,
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
          fileBacklinks(call.db, content.state, file.id),
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
    query: z.object(pageOptions),
    handle: (call) => {
      const { state } = openContent(call);
      const slugs = call.params.pagePath.split('/').filter((slug) => slug !== '');
      const page = pageAt(call.db, state, slugs);
      // Links have no content to read.
      if (!page || page.type === 'link') throw notFound('Page');
      return pageAnswer(call, state, page);
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
  call: Context & { query: z.output<z.ZodObject<typeof pageOptions>> },
  state: ContentState,
  page: Page,
): object {
  const { format, 'format.markdown.refs': references } = call.query;
  return pageObject(call, state, page, format, references);
}

type PathCall = Pick<Call, 'db' | 'params'>;

function findPage({ db, params }: PathCall, state: AddressedContent['state']) {
  const page = pages.find(db, state, params.pageId ?? '');
  if (!page) throw notFound('Page');
  return page;
}

function findFile({ db, params }: PathCall, { state }: AddressedContent) {
  const file = files.find(db, state, params.fileId ?? '');
  if (!file) throw notFound('File');
  return file;
}

function locationContext(
  call: Pick<Call, 'db' | 'user'>,
  content: AddressedContent,
): LocationContext {
  const { space, role, state, revision, changeRequest } = content;
  return {
    organization: openOrganization(call, space.organization),
    space: { row: space, role },
    state,
    revision,
    ...(changeRequest && { changeRequest }),
  };
}
