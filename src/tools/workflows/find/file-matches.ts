import type { SearchPattern, SpaceTexts } from '../../../content/find/index.ts';
import { type ContentLocation, filesOf } from '../../../content/index.ts';
import { skipIfExcluded } from '../../refusal.ts';
import type { Steps } from '../workflow.ts';
import { findLinks } from './links.ts';
import { addressesOfFile, endsWithAttachment, fileNameIn } from './named-files.ts';
import { type FoundPage, sum } from './result-page.ts';
import { findAll } from './search.ts';

/** Pages that show or link to a file with the searched name, and its addresses there. */
interface FileMatches {
  pages: FoundPage[];
  addresses: string[];
}

/**
 * The matches in the names of files, which pages mention only by id. Names are examined if the text ends like a file
 * name, or if no page has it.
 */
export async function findFile(
  location: ContentLocation,
  read: SpaceTexts,
  searched: SearchPattern,
  { all, steps }: { all: readonly FoundPage[]; steps: Steps },
): Promise<FileMatches> {
  const { text, match, in: part, addresses } = searched;
  const found: FileMatches = { pages: [], addresses: [] };
  if (part === 'code' || part === 'headings' || addresses === false) return found;
  const isNamed = match !== 'regex' && endsWithAttachment(text);
  const isNowhere = sum(all, ({ matches }) => matches) === 0;
  if (!isNamed && !(isNowhere && showsFiles(read))) return found;
  await skipIfExcluded(async () => {
    const name = isNamed ? fileNameIn(text) : undefined;
    const files =
      name === undefined
        ? await addressesLike(location, searched, steps)
        : await addressesOfFile(location, name, steps);
    if (files.length === 0) return;
    found.addresses = files;
    found.pages = await findLinks(location.spaceId, read, { files }, steps);
  });
  return found;
}

function showsFiles({ texts }: SpaceTexts): boolean {
  return texts.some(({ markdown }) => markdown?.includes('/files/'));
}

/** The addresses of the files whose names the pattern matches. */
async function addressesLike(
  location: ContentLocation,
  searched: SearchPattern,
  steps: Steps,
): Promise<string[]> {
  const files = await filesOf(location, steps.caller);
  const titled = files.map(({ id, name = '' }) => ({
    page: { id, title: name },
    markdown: undefined,
  }));
  const pattern = { ...searched, in: 'both', addresses: true, texts: false } as const;
  const found = await findAll(titled, pattern, steps);
  return found.flatMap(({ page, matches }) => (matches > 0 ? `/files/${page.id}` : []));
}

/** The matches of both kinds, in the order of the pages. */
export function combineMatches(
  all: readonly FoundPage[],
  more: readonly FoundPage[],
  { texts }: Pick<SpaceTexts, 'texts'>,
): FoundPage[] {
  if (more.length === 0) return [...all];
  const combined = new Map(all.map((found) => [found.page.id, found]));
  for (const found of more) {
    const before = combined.get(found.page.id);
    combined.set(found.page.id, before ? onOnePage(before, found) : found);
  }
  return texts.flatMap(({ page }) => combined.get(page.id) ?? []);
}

function onOnePage(one: FoundPage, other: FoundPage): FoundPage {
  const known = new Set(one.lines.map(({ line }) => line));
  const added = other.lines.filter(({ line }) => !known.has(line));
  return {
    ...one,
    matches: one.matches + sum(added, ({ matches = 1 }) => matches),
    lines: [...one.lines, ...added].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    ...(one.texts && { texts: [...one.texts, ...(other.texts ?? [])] }),
  };
}
