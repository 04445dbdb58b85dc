import { type Changed, flattenPages, type Specification } from '../../../content/index.ts';
import type { Mentions } from '../../../content/mentions/index.ts';
import { operations } from '../../../operations/index.ts';
import { quoted } from '../../../text/index.ts';
import { runJob } from '../../jobs/run.ts';
import { searchInBatches } from '../find/search.ts';
import type { Steps } from '../workflow.ts';

/** The tools for finding pages that mention a change. */
export const READ_PAGES = [operations.getCurrentRevision, operations.getPage];

const MAX_PAGES = 25;

/**
 * The pages of a space that unmistakably mention a change, with the lines: first those that name a changed operation or
 * schema, the most specific of them first. Pages with only its ordinary words are counted.
 */
export async function pagesSpeakingOf(
  spaceId: string,
  changes: readonly Changed[],
  specifications: readonly Specification[],
  { context }: Steps,
) {
  const { readTexts } = await import('../../../content/find/index.ts');
  const { cluesOf } = await import('../../../content/mentions/index.ts');
  const { texts, unread } = await readTexts(
    { spaceId },
    (tree) => new Set(flattenPages(tree).map(({ id }) => id)),
    context,
    (page, done, total) => context.onProgress?.(done, `read ${quoted(page.title)}`, total),
  );
  const clues = cluesOf(changes, specifications);
  const found = await searchInBatches(texts, (pages) =>
    runJob('mentions', { pages, clues }, { signal: context.signal }),
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
  const meant = specific.length > 0 ? specific : weighed;
  const naming = weighed.filter((page) => !meant.includes(page));
  const first = meant.filter(namesSubject).length;
  return {
    ...(first < meant.length && {
      pagesNote:
        first === 0
          ? 'None names a changed operation or schema, only fields of that name, perhaps of another operation.'
          : `The first ${first} name a changed operation or schema; the others only fields of that name, perhaps of another operation.`,
    }),
    pages: meant
      .slice(0, MAX_PAGES)
      .map(({ page: { id, title, path }, mentions, lines, more }) => ({
        ...{ id, title, path, mentions, lines },
        ...(more > 0 && { moreLines: more }),
      })),
    pagesRead: texts.filter(({ markdown }) => markdown !== undefined).length,
    ...(meant.length > MAX_PAGES && { pagesLeftOut: meant.length - MAX_PAGES }),
    ...(naming.length > 0 && {
      onlyNamingTheApi: naming.slice(0, MAX_PAGES).map(({ page }) => page.title),
    }),
    ...(found.length > weighed.length && {
      pagesWithCommonWordsOnly: found.length - weighed.length,
    }),
    ...(unread.length > 0 && { unread: unread.map(({ page: { id, title } }) => ({ id, title })) }),
  };
}
