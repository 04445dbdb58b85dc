import type { SearchPattern, SpaceTexts } from '../../../content/find/index.ts';
import type { ContentLocation } from '../../../content/index.ts';
import { skipIfExcluded } from '../../excluded.ts';
import type { Steps } from '../workflow.ts';
import { findLinks } from './links.ts';
import { addressesOfFile, endsWithAttachment, fileNameIn } from './named-files.ts';
import { type FoundPage, sum } from './result-page.ts';

/** Pages on which a file of the searched name is shown or linked, and its addresses there. */
interface FileMatches {
  pages: FoundPage[];
  addresses: string[];
}

/** The matches of a text that is the name of a file, which pages contain only as an address with an id. */
export async function findFile(
  location: ContentLocation,
  read: SpaceTexts,
  { text, in: part, addresses: inAddresses }: SearchPattern,
  { all, steps }: { all: readonly FoundPage[]; steps: Steps },
): Promise<FileMatches> {
  const name = fileNameIn(text);
  const none = { pages: [], addresses: [] };
  if (name === undefined || part === 'code' || part === 'headings' || inAddresses === false) {
    return none;
  }
  // Most such texts are addresses or names of things; listing files for these would only cost time.
  if (!endsWithAttachment(text) && sum(all, ({ matches }) => matches) > 0) return none;
  const found: FileMatches = none;
  await skipIfExcluded(async () => {
    const files = await addressesOfFile(location, name, steps);
    if (files.length === 0) return;
    found.addresses = files;
    found.pages = await findLinks(location.spaceId, read, { files }, steps);
  });
  return found;
}

/** The matches of both, in the order of the pages. */
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
