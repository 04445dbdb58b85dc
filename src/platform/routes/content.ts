import { z } from 'zod';
import { openOrganization } from '../auth/access.ts';
import { fileBacklinks, pageLinks } from '../content/references.ts';
import { files, pages } from '../content/tables.ts';
import { notFound } from '../errors.ts';
import { format, paging, queryBoolean } from '../http/input.ts';
import { arrayPage } from '../http/pagination.ts';
import { type Call, type Route, type RouteText, route } from '../http/route.ts';
import { fileLocation, type Surroundings } from '../resources/content-location.ts';
import { fileObject } from '../resources/file.ts';
import { pageObject, pageTree } from '../resources/page.ts';
import { pageLinkObject } from '../resources/page-link.ts';
import { revisionObject } from '../resources/revision.ts';
import { type Content, openContent } from './shared.ts';

const contentView = {
  metadata: queryBoolean.optional(),
  computed: queryBoolean.optional(),
};

const linkStatus = z.enum(['ok', 'broken', 'in-app']);

/** The reads of content, which a space and a change request have alike. */
function contentRoutes(prefix: `/v1/spaces/{spaceId}${string}`): Route[] {
  const get = <Path extends string>(path: Path) => `GET ${prefix}/content${path}` as RouteText;
  return [
    route(get(''), {
      query: z.object(contentView),
      handle: (call) => {
        const { revision, view } = openContent(call);
        return revisionObject(call, revision, view);
      },
    }),

    route(get('/pages'), {
      query: z.object(contentView),
      handle: (call) => ({ pages: pageTree(call, openContent(call).view) }),
    }),

    route(get('/page/{pageId}'), {
      query: z.object({ ...contentView, format }),
      handle: (call) => {
        const { view } = openContent(call);
        return pageObject(call, view, findPage(call, view), call.query.format);
      },
    }),

    route(get('/page/{pageId}/links'), {
      query: z.object({ ...paging, status: linkStatus.optional() }),
      handle: (call) => {
        const content = openContent(call);
        const page = findPage(call, content.view);
        const { links, stats } = pageLinks(call.db, content.view, page, call.origin);
        const around = surroundings(call, content);
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

    route(get('/files'), {
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

    route(get('/files/{fileId}'), {
      query: z.object(contentView),
      handle: (call) => fileObject(call, findFile(call, openContent(call))),
    }),

    route(get('/files/{fileId}/backlinks'), {
      query: z.object(paging),
      handle: (call) => {
        const content = openContent(call);
        const file = findFile(call, content);
        const around = surroundings(call, content);
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

export const spaceContentRoutes: readonly Route[] = [
  ...contentRoutes('/v1/spaces/{spaceId}'),
  ...contentRoutes('/v1/spaces/{spaceId}/change-requests/{changeRequestId}'),
];

type PathCall = Pick<Call, 'db' | 'params'>;

function findPage({ db, params }: PathCall, view: Content['view']) {
  const page = pages.find(db, view, params.pageId ?? '');
  if (!page) throw notFound('Page');
  return page;
}

function findFile({ db, params }: PathCall, { view }: Content) {
  const file = files.find(db, view, params.fileId ?? '');
  if (!file) throw notFound('File');
  return file;
}

function surroundings(call: Pick<Call, 'db' | 'user'>, content: Content): Surroundings {
  const { space, role, view, revision, changeRequest } = content;
  return {
    organization: openOrganization(call, space.organization),
    space: { row: space, role },
    view,
    revision,
    ...(changeRequest && { changeRequest }),
  };
}
