import type { ContentLocation } from '../../../content/index.ts';
import { CHANGES_AT_ONCE } from '../../../operations/content-changes.ts';
import type { PageNode } from '../../../operations/index.ts';
import { fencedInline } from '../../../text/index.ts';
import { Refusal } from '../../refusal.ts';
import type { PageEdit } from '../open-change-request/changes.ts';

/** The destination of copied pages. */
export interface CopyTarget extends ContentLocation {
  /** The page tree. */
  pages: readonly PageNode[];
}

/** A change that copies, with its source and the pages to copy. */
export interface Copy {
  index: number;
  change: PageEdit;
  spaceId: string;
  section: string | undefined;
  page: PageNode;
  /** The changes before it in the call. */
  earlier: readonly PageEdit[];
  /** The page, and those below it if they are copied, too. */
  pages: PageNode[];
}

/** @throws {Refusal} for more pages than one call may create, before any of their texts is read. */
export function refuseTooMany({ length, 0: top }: readonly PageNode[], index: number): void {
  if (length <= CHANGES_AT_ONCE) return;
  throw new Refusal(
    `Nothing was written. changes[${index}].copy: ${fencedInline(top?.title ?? '', 'title')} and the pages below it are ${length} pages, and one call makes ${CHANGES_AT_ONCE}. Copy it without all, and then each page below it with all: true, with \`into\` its copy, for the same change request (\`existing\`).`,
  );
}

/** The ref of the copy of each page, by the original page. The copy of a section needs none. */
export function copyRefs({ change, index, pages, section }: Copy): Record<string, string> {
  if (change.operation !== 'insert_page' || section !== undefined) return {};
  return Object.fromEntries(
    pages.map(({ id }, number) => [
      id,
      (number === 0 ? change.ref : undefined) ?? `copy-${index}-${number}`,
    ]),
  );
}

/** The last part of a page's path, which its copy keeps. */
export function lastSegment({ path = '' }: PageNode): Partial<PageEdit> {
  const slug = path.slice(path.lastIndexOf('/') + 1);
  return slug === '' ? {} : { slug };
}

/** The settings of a page that its copy keeps; those that describe the whole page do not fit a section of it. */
export function settingsOf(
  { emoji, icon, description, hidden }: PageNode & { emoji?: string; icon?: string },
  isSection: boolean,
): Partial<PageEdit> {
  const described = {
    ...(emoji && { emoji }),
    ...(icon && { icon }),
    ...(description && { description }),
  };
  return { ...(!isSection && described), ...(hidden && { hidden }) };
}
