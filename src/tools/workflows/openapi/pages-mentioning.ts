import {
  type Changed,
  type FieldChange,
  flattenPages,
  type Specification,
} from '../../../content/index.ts';
import type { MentionLine, Mentions } from '../../../content/mentions/index.ts';
import { operations } from '../../../operations/index.ts';
import { quoted } from '../../../text/index.ts';
import { runJob } from '../../jobs/run.ts';
import { searchInBatches } from '../find/search.ts';
import type { Steps } from '../workflow.ts';
import { inboundLinks } from './inbound-links.ts';

/** The tools for finding pages that mention a change. */
export const MENTION_READS = [operations.getCurrentRevision, operations.getPage];

const MAX_PAGES = 25;
/** Maximum number of lines to show, shared by the pages, and the minimum for each page. */
const MAX_LINES = 60;
const MIN_LINES = 4;
const MAX_LINKS = 20;

/** Both versions of a specification, and the changes of its statements about the API as a whole. */
interface ChangedDocument {
  specifications: readonly Specification[];
  document: readonly FieldChange[];
}

/**
 * The pages of a space that clearly mention a change, with the lines: first those that name a changed operation or
 * schema, the most specific of them first. Pages with only its ordinary words are counted.
 */
export async function pagesMentioning(
  spaceId: string,
  changes: readonly Changed[],
  { specifications, document }: ChangedDocument,
  { caller }: Steps,
) {
  const { readTexts } = await import('../../../content/find/index.ts');
  const { cluesOf } = await import('../../../content/mentions/index.ts');
  const { texts, tree, unread } = await readTexts(
    { spaceId },
    (tree) => new Set(flattenPages(tree).map(({ id }) => id)),
    caller,
    (page, done, total) => caller.onProgress?.(done, `read ${quoted(page.title)}`, total),
  );
  const clues = cluesOf(changes, specifications, document);
  const found = await searchInBatches(texts, (pages) =>
    runJob('findMentions', { pages, clues }, caller),
  );
  const subjects = new Set(clues.subjects);
  const namesSubject = ({ mentions }: Mentions) => mentions.some((name) => subjects.has(name));
  const weighed = found
    .filter(({ weight }) => weight > 0)
    .sort(
      (one, other) =>
        Number(namesSubject(other)) - Number(namesSubject(one)) || other.weight - one.weight,
    );
  const isOnlyNamed = ({ mentions }: (typeof weighed)[number]) =>
    mentions.every((mention) => clues.titles.includes(mention));
  const specific = weighed.filter((page) => !isOnlyNamed(page));
  const relevant = specific.length > 0 ? specific : weighed;
  const naming = weighed.filter((page) => !relevant.includes(page));
  const first = relevant.filter(namesSubject).length;
  const listed = relevant.slice(0, MAX_PAGES);
  const most = Math.max(MIN_LINES, Math.floor(MAX_LINES / listed.length));
  const removed = new Set(
    changes
      .filter(({ change }) => change === 'removed')
      .map(({ name }) => name.replace(/^\w+(?= )/, (method) => method.toLowerCase())),
  );
  const links = await inboundLinks(
    relevant.flatMap(({ page, shows }) => (shows.some((one) => removed.has(one)) ? [page] : [])),
    texts,
    tree,
    caller,
  );
  return {
    ...(first < relevant.length && {
      pagesNote:
        first === 0
          ? 'None names a changed operation or schema, only fields of that name or former values, perhaps of another operation.'
          : `The first ${first} name a changed operation or schema; the others only fields of that name or former values, perhaps of another operation.`,
    }),
    pages: listed.map(({ page: { id, title, path }, mentions, lines, count }) => ({
      ...{ id, title, path, mentions, lines: inLineOrder(lines.slice(0, most)) },
      ...(count > Math.min(most, lines.length) && {
        moreLines: count - Math.min(most, lines.length),
      }),
    })),
    ...(links.length > 0 && {
      linksToPagesOfRemoved: links.slice(0, MAX_LINKS),
      ...(links.length > MAX_LINKS && { moreLinks: links.length - MAX_LINKS }),
    }),
    pagesRead: texts.filter(({ markdown }) => markdown !== undefined).length,
    ...(relevant.length > MAX_PAGES && { pagesLeftOut: relevant.length - MAX_PAGES }),
    ...(naming.length > 0 && {
      onlyNamingTheApi: naming.slice(0, MAX_PAGES).map(({ page }) => page.title),
    }),
    ...(found.length > weighed.length && {
      pagesWithCommonWordsOnly: found.length - weighed.length,
    }),
    ...(unread.length > 0 && { unread: unread.map(({ page: { id, title } }) => ({ id, title })) }),
  };
}

function inLineOrder(lines: readonly MentionLine[]): MentionLine[] {
  return [...lines].sort((one, other) => one.line - other.line);
}
