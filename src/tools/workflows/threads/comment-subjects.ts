import type { SpaceTexts } from '../../../content/find/index.ts';
import type { ContentLocation } from '../../../content/index.ts';
import type { CommentRemark } from '../../../content/passages.ts';
import { type ItemOf, operations } from '../../../operations/index.ts';
import { ifAvailable } from '../../if-readable.ts';
import { runJob } from '../../jobs/run.ts';
import type { Steps } from '../workflow.ts';

/** A comment, and its location. */
export interface PlacedComment {
  comment: ItemOf<typeof operations.listSpaceComments>;
  location: ContentLocation;
}

/** What the page of a comment reveals: the sentence that the comment is likely about, or that the page was deleted. */
interface CommentSubject {
  about?: string;
  /** The nearest heading above that sentence. */
  under?: string;
  pageGone?: true;
  /** The quotations that do not occur on the page. */
  notOnPage?: readonly string[];
}

interface PlacedRemark extends CommentRemark {
  /** The index of its comment. */
  at: number;
  /** Whether the comment itself says what it is about. */
  isPlaced: boolean;
}

export const PAGE_READS = [
  operations.getCurrentRevision,
  operations.getChangeRequestRevision,
  operations.getPage,
  operations.getChangeRequestPage,
];

/** Maximum number of pages to read for their comments; the caller can read the others. */
const MAX_PAGES = 30;

/** What its page reveals about each comment; nothing if the page cannot be read. */
export async function aboutOf(
  comments: readonly PlacedComment[],
  steps: Steps,
): Promise<readonly CommentSubject[]> {
  if (PAGE_READS.some(({ tool }) => steps.caller.isExcluded?.(tool))) return [];
  const abouts = comments.map((): CommentSubject => ({}));
  const remarks: PlacedRemark[] = [];
  for (const { location, pages } of pagesByLocation(comments)) {
    const read = await ifAvailable(() => textsOf(location, pages, steps));
    if (read === undefined) continue;
    const texts = new Map(read.texts.map((text) => [text.page.id, text]));
    const unread = new Set(read.unread.map(({ page }) => page.id));
    for (const [at, { location: own, comment }] of comments.entries()) {
      const { page, node } = comment.target;
      if (own !== location || page === undefined || !pages.has(page.id)) continue;
      const text = texts.get(page.id);
      if (!text && !unread.has(page.id)) abouts[at] = { pageGone: true };
      else if (text?.markdown !== undefined) {
        remarks.push({
          at,
          isPlaced: node?.preview !== undefined,
          said: comment.body.markdown ?? '',
          markdown: text.markdown,
          besides: `${text.page.title} ${text.page.description ?? ''}`,
        });
      }
    }
  }
  const found = await runJob('findPassages', { remarks }, steps.caller);
  for (const [index, { at, isPlaced }] of remarks.entries()) {
    const { passage, missing = [] } = found[index] ?? {};
    const { heading: under, text: about } = passage ?? {};
    abouts[at] = {
      ...(passage && !isPlaced && { ...(under !== undefined && { under }), about }),
      ...(missing.length > 0 && { notOnPage: missing }),
    };
  }
  return abouts;
}

/** The locations of comments, with the first pages to be read there. */
function pagesByLocation(comments: readonly PlacedComment[]) {
  const places = new Map<ContentLocation, Set<string>>();
  let count = 0;
  for (const { location, comment } of comments) {
    const { page } = comment.target;
    if (page === undefined || count === MAX_PAGES) continue;
    const pages = places.get(location) ?? new Set();
    places.set(location, pages);
    if (!pages.has(page.id)) count += 1;
    pages.add(page.id);
  }
  return [...places].map(([location, pages]) => ({ location, pages }));
}

async function textsOf(
  location: ContentLocation,
  pages: ReadonlySet<string>,
  { caller }: Steps,
): Promise<SpaceTexts> {
  const { readTexts } = await import('../../../content/find/index.ts');
  return readTexts(location, () => pages, caller);
}
