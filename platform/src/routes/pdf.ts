import { z } from 'zod';
import type { Context } from '../auth/context.ts';
import { readBlob } from '../content/blobs.ts';
import { readDocument } from '../content/documents.ts';
import type { ContentState, Page } from '../content/model.ts';
import { files, pages } from '../content/tables.ts';
import { pagePathOf, treeOrder } from '../content/tree.ts';
import { withValues } from '../content/vars.ts';
import { badRequest, notFound, unprocessable } from '../errors.ts';
import { queryBoolean } from '../http/input.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { findLinks } from '../markdown/links.ts';
import { targetOf } from '../markdown/targets.ts';
import { TEXT_FACTS } from '../markdown/tasks.ts';
import { exportOnce } from '../pdf/exports.ts';
import type { PdfInput } from '../pdf/render.ts';
import { fileObject } from '../serializers/file.ts';
import { pageAppUrl } from '../serializers/page.ts';
import { precompute, settleFindings } from '../workers/computed.ts';
import { openContent } from './shared.ts';

/** Maximum number of pages in a document. */
const MAX_PAGES = 500;

const MAX_IMAGE_BYTES = 32 * 1024 * 1024;

export const pdfRoutes: readonly Route[] = [
  route('GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf', {
    query: z.object({ only: queryBoolean.default(false), page: z.string().optional() }),
    prepare: async (call) => {
      const input = await settleFindings(() => call.db.read(() => inputOf(call)));
      const key = await exportOnce(call.db, call.user.id, input);
      return `${call.origin}/pdf/${key}/${call.params.changeRequestId}.pdf`;
    },
    handle: (_, url) => ({ url }),
  }),
];

type PdfCall = Context & Pick<Call, 'params'> & { query: { only: boolean; page?: string } };

function inputOf(call: PdfCall): PdfInput {
  const { db } = call;
  const { state, space, changeRequest, revision } = openContent(call);
  const chosen = choose(call, state).filter(({ type }) => type !== 'link');
  if (chosen.length > MAX_PAGES) {
    throw unprocessable(
      `A PDF may have at most ${MAX_PAGES} pages of content, not ${chosen.length}; give page to export a part`,
    );
  }
  return {
    title: changeRequest?.subject || space.title,
    createdAt: new Date(revision.created_at),
    pages: chosen.map((page) => ({
      id: page.id,
      title: page.title,
      description: page.attributes.description ?? '',
      markdown: withValues(db, state.space, page.id, readDocument(db, page.document)),
    })),
    ...linked(call, state, chosen),
  };
}

/** The link targets of the pages outside of the document. */
function linked(
  call: PdfCall,
  state: ContentState,
  chosen: readonly Page[],
): Pick<PdfInput, 'addresses' | 'images' | 'missing'> {
  const { db } = call;
  const texts = chosen.map(({ document }) => readDocument(db, document));
  precompute(TEXT_FACTS, texts);
  const addresses = new Map<string, string>();
  const images = new Map<string, Uint8Array>();
  const missing = new Set<string>();
  const seen = new Set(chosen.map(({ id }) => id));
  let size = 0;
  for (const { url, embeds: image } of texts.flatMap(findLinks)) {
    const target = targetOf(url);
    if (target.kind === 'page' && !seen.has(target.page)) {
      seen.add(target.page);
      const page = pages.find(db, state, target.page);
      if (page) addresses.set(page.id, pageAppUrl(call, state, pagePathOf(db, state, page)));
    }
    if (target.kind !== 'file') continue;
    const file = seen.has(target.file) ? undefined : files.find(db, state, target.file);
    seen.add(target.file);
    if (file) addresses.set(file.id, fileObject(call, file).downloadURL);
    const shown =
      image &&
      !images.has(target.file) &&
      !missing.has(target.file) &&
      files.find(db, state, target.file);
    if (!shown) continue;
    size += shown.size;
    if (size > MAX_IMAGE_BYTES) {
      throw unprocessable(
        `The images of a PDF may have at most ${MAX_IMAGE_BYTES} bytes; give page to export a part`,
      );
    }
    const blob = readBlob(db, shown.blob);
    if (blob) images.set(shown.id, blob.bytes);
    else missing.add(shown.id);
  }
  return { addresses, images, missing: [...missing] };
}

/** Only the page, the page with its subpages, or all pages that readers see. */
function choose({ db, query }: PdfCall, state: ContentState): Page[] {
  if (query.page === undefined) {
    if (query.only) throw badRequest('query.page: is required with only=true');
    return visible(treeOrder(pages.all(db, state), null));
  }
  const page = pages.find(db, state, query.page);
  if (!page) throw notFound('Page');
  return query.only ? [page] : treeOrder(pages.all(db, state), page.id);
}

/** Without hidden pages and their subpages. Parents come before their children. */
function visible(branch: readonly Page[]): Page[] {
  const hidden = new Set<string | null>();
  return branch.filter(({ id, parent, attributes }) => {
    if (attributes.hidden || hidden.has(parent)) hidden.add(id);
    return !hidden.has(id);
  });
}
