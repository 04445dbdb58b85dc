import { pagePartsOf, printHeading } from '@docs-platform-mcp/markdown/repository';
import { quoted } from '../../text/index.ts';
import { Refusal } from '../refusal.ts';
import type { PageEdit } from '../workflows/open-change-request/changes.ts';
import type { OriginalPage } from './expand.ts';

/**
 * The changes, in which a heading at the beginning of a whole text and the title say the same: reading a page shows its
 * title as such a heading, so that a new one renames the page. A heading that a page has besides its title stays its
 * author's own.
 * @throws {Refusal} for a heading that differs from the title that the change gives.
 */
export async function settleTitles(
  given: readonly PageEdit[],
  read: (page: string) => Promise<OriginalPage>,
): Promise<PageEdit[]> {
  const changes: PageEdit[] = [];
  for (const [index, change] of given.entries()) {
    const heading = headingOf(change);
    changes.push(heading ? await settleTitle(change, heading, index, read) : change);
  }
  return changes;
}

/** Frontmatter with a title, which a heading below it does not change. */
const STATES_TITLE = /^title:/m;

type LeadingHeading = NonNullable<ReturnType<typeof pagePartsOf>['heading']>;

/** The heading at the beginning of the whole text that a change writes. */
function headingOf({ operation, document }: PageEdit): LeadingHeading | undefined {
  const isWhole = operation === 'insert_page' || operation === 'update_page';
  if (!isWhole || document?.markdown === undefined) return undefined;
  const { frontmatter, heading } = pagePartsOf(document.markdown);
  const metadata = document.markdown.slice(frontmatter?.start, frontmatter?.end ?? 0);
  return STATES_TITLE.test(metadata) || heading?.text === '' ? undefined : heading;
}

async function settleTitle(
  change: PageEdit,
  heading: LeadingHeading,
  index: number,
  read: (page: string) => Promise<OriginalPage>,
): Promise<PageEdit> {
  const { operation, page = '', title, document } = change;
  const markdown = document?.markdown ?? '';
  if (title !== undefined && [title, plainTitle(title)].includes(heading.text)) return change;
  const found = operation === 'update_page' ? await read(page) : undefined;
  // An answer may lack the title.
  const stored = found && { ...found, title: found.title ?? '' };
  if (stored) {
    const was = pagePartsOf(stored.markdown ?? '').heading;
    const isOwn = was !== undefined && !isAlike(was.text, stored.title);
    if (isOwn || was?.text === heading.text) return change;
  }
  if (title === undefined && !stored) return change;
  const isFormer = stored !== undefined && isAlike(heading.text, stored.title);
  if (title !== undefined && !isFormer && !isAlike(heading.text, title)) {
    throw new Refusal(
      `Nothing was written. changes[${index}]: title says ${quoted(title)}, and the text begins with the heading ${quoted(heading.text)}, which would be the title as well. Leave one of them out, or give the heading a lower level (##).`,
    );
  }
  const name =
    title ?? (isFormer && sameWords(heading.text, stored.title) ? stored.title : heading.text);
  const text = `${markdown.slice(0, heading.start)}${printHeading(name)}${markdown.slice(heading.end)}`;
  return {
    ...change,
    ...(name !== stored?.title && { title: name }),
    document: { ...document, markdown: text },
  };
}

/** A title as the heading with its words would be read: `Use \`foo\`` says "Use foo". */
function plainTitle(title: string): string {
  return pagePartsOf(`# ${title}\n`).heading?.text ?? title;
}

/** Whether two titles differ in white space at most. */
function sameWords(one: string, other: string): boolean {
  return one.replaceAll(/\s+/g, ' ').trim() === other.replaceAll(/\s+/g, ' ').trim();
}

/** Whether two titles differ in white space and case at most. */
function isAlike(one: string, other: string): boolean {
  return sameWords(one.toLowerCase(), other.toLowerCase());
}
