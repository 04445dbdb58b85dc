import { z } from 'zod';
import type { Context } from '../auth/caller.ts';
import { readBlob } from '../content/blobs.ts';
import { readDocument } from '../content/documents.ts';
import type { Page, View } from '../content/model.ts';
import { files, pages } from '../content/tables.ts';
import { childrenOf, pathOf, subtree } from '../content/tree.ts';
import { badRequest, notFound, unprocessable } from '../errors.ts';
import { queryBoolean } from '../http/input.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { keepExport } from '../pdf/exports.ts';
import { type PdfInput, renderPdf } from '../pdf/render.ts';
import { fileObject } from '../views/file.ts';
import { pageAppUrl } from '../views/page.ts';
import { openContent } from './shared.ts';

/** More pages than this would hold up everybody else for too long. */
const MAX_PAGES = 500;

export const pdfRoutes: readonly Route[] = [
  route('GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf', {
    query: z.object({ only: queryBoolean.default(false), page: z.string().optional() }),
    prepare: async (call) => {
      const key = keepExport(call.db, await renderPdf(call.db.read(() => inputOf(call))));
      return `${call.origin}/pdf/${key}/${call.params.changeRequestId}.pdf`;
    },
    handle: (_, url) => ({ url }),
  }),
];

type PdfCall = Context &
  Pick<Call, 'params'> & { query: { only: boolean; page?: string | undefined } };

function inputOf(call: PdfCall): PdfInput {
  const { db } = call;
  const { view, space, changeRequest, revision } = openContent(call);
  const chosen = choose(call, view).filter(({ type }) => type !== 'link');
  if (chosen.length > MAX_PAGES) {
    throw unprocessable(
      `A PDF may have at most ${MAX_PAGES} pages of content, not ${chosen.length}; give page to have a part`,
    );
  }
  return {
    title: changeRequest?.subject || space.title,
    createdAt: new Date(revision.created_at),
    pages: chosen.map((page) => ({
      id: page.id,
      title: page.title,
      description: page.attributes.description ?? '',
      markdown: readDocument(db, page.document),
    })),
    addressOf: (kind, id) => {
      const page = kind === 'page' && pages.find(db, view, id);
      if (page) return pageAppUrl(call, view, pathOf(db, view, page));
      const file = kind === 'file' && files.find(db, view, id);
      return file ? fileObject(call, file).downloadURL : undefined;
    },
    bytesOf: (id) => {
      const file = files.find(db, view, id);
      return file && readBlob(db, file.blob)?.bytes;
    },
  };
}

/** The page alone, the page with what is under it, or all pages that readers see. */
function choose({ db, query }: PdfCall, view: View): Page[] {
  if (query.page === undefined) {
    if (query.only) throw badRequest('query.page: is required with only=true');
    return childrenOf(db, view, null).flatMap((page) => visible(subtree(db, view, page)));
  }
  const page = pages.find(db, view, query.page);
  if (!page) throw notFound('Page');
  return query.only ? [page] : subtree(db, view, page);
}

/** Without hidden pages and what is under them. Parents come before their children. */
function visible(branch: readonly Page[]): Page[] {
  const hidden = new Set<string | null>();
  return branch.filter(({ id, parent, attributes }) => {
    if (attributes.hidden || hidden.has(parent)) hidden.add(id);
    return !hidden.has(id);
  });
}
