import { flattenPages, readersOf } from '../content/index.ts';
import { type OutputOf, operations, type PageNode, serviceOf } from '../operations/index.ts';
import { asGiven } from '../text/as-given.ts';
import { sanitizeLong } from '../text/index.ts';
import { MARKDOWN_TYPE, resourceUri, type TemplateValues, withoutSlashes } from '../uris/index.ts';
import { type Contents, ResourceNotFound, ResourceRefusal } from './contents.ts';
import { oneLine, outline } from './outline.ts';
import type { Reader } from './reader.ts';

type Page = OutputOf<typeof operations.getPage>;

/** The version of a page: in primary content, in a change request, or in a revision. */
interface PageVersion {
  spaceId: string;
  changeRequestId?: string;
  revisionId?: string;
}

/** The complete text of a page; for a page without text, its subpages. */
export async function readPageResource(
  variables: TemplateValues,
  reader: Reader,
): Promise<Contents> {
  const { spaceId = '', pageId = '', ...version } = variables;
  const place = await readablePlace({ ...version, spaceId }, reader);
  return pageContents(await pageIn(place, pageId, reader), place);
}

/** The page at a path, found in the table of contents, which both services have. */
export async function readPageByPath(variables: TemplateValues, reader: Reader): Promise<Contents> {
  const { spaceId = '', pagePath = '', ...version } = variables;
  const place = await readablePlace({ ...version, spaceId }, reader);
  const { pages } = await reader.send(readersIn(place).pages, place);
  const searched = withoutSlashes(pagePath);
  const found = flattenPages(pages).find(
    ({ path }) => path !== undefined && withoutSlashes(path) === searched,
  );
  if (!found) {
    const contents = resourceUri('table-of-contents', { spaceId: place.spaceId });
    throw new ResourceNotFound(
      `No page has the path ${asGiven(searched)} here. The paths are in ${contents} (list_pages).`,
    );
  }
  return pageContents(await pageIn(place, found.id, reader), place);
}

/** The pages of a space as an outline that fits into one attachment and names what it leaves out. */
export async function readTableOfContents(
  { spaceId = '' }: TemplateValues,
  reader: Reader,
): Promise<Contents> {
  const { pages } = await reader.send(operations.listPages, { spaceId });
  const lines = await outlineIn({ spaceId }, pages);
  return { mimeType: MARKDOWN_TYPE, text: ['# Table of contents', '', ...lines, ''].join('\n') };
}

function readersIn(version: PageVersion) {
  return version.revisionId === undefined
    ? readersOf(version)
    : { pages: operations.listRevisionPages, page: operations.getRevisionPage };
}

/** The legacy service does not read revisions; its current revision is primary content. */
async function readablePlace(version: PageVersion, reader: Reader): Promise<PageVersion> {
  const { spaceId, revisionId } = version;
  if (revisionId === undefined || (await serviceOf(reader.caller)) !== 'contract') return version;
  const current = await reader.send(operations.getCurrentRevision, {
    spaceId,
    metadata: false,
    computed: false,
  });
  if (current.id === revisionId) return { spaceId };
  throw new ResourceRefusal(
    `This platform reads no revision but the current one, ${current.id}; read the page without a revision.`,
  );
}

function pageIn(version: PageVersion, pageId: string, reader: Reader): Promise<Page> {
  return reader.send(readersIn(version).page, { ...version, pageId });
}

async function pageContents(page: Page, version: PageVersion): Promise<Contents> {
  const { title, markdown, pages = [] } = page;
  const text =
    markdown === undefined
      ? [`# ${oneLine(title)}`, '', ...(await outlineIn(version, pages)), ''].join('\n')
      : await sanitizeLong(markdown);
  return { mimeType: MARKDOWN_TYPE, text };
}

/** The outline of pages, which says first how many it leaves out. */
async function outlineIn(
  { spaceId, changeRequestId }: PageVersion,
  pages: readonly PageNode[],
): Promise<string[]> {
  const { lines, leftOut } = await outline(pages, (pageId) =>
    changeRequestId === undefined
      ? resourceUri('page', { spaceId, pageId })
      : resourceUri('change-request-page', { spaceId, changeRequestId, pageId }),
  );
  if (leftOut === 0) return lines;
  const note = `${leftOut} deeper pages are left out: search_space finds them, list_pages lists them.`;
  return [note, '', ...lines];
}
