import { type Fragments, Markdown } from '@docs-platform-mcp/markdown';
import type { PageText } from '../../../content/find/index.ts';
import type { JobCaller } from '../../../thread-pool.ts';
import { runJob } from '../../jobs/run.ts';
import { type PageLink, unpackText } from './packed-text.ts';

/** The links of a text, and its possible link targets. */
export interface LinkedText {
  markdown: string;
  links: PageLink[];
  fragments: Fragments;
  anchors: ReadonlySet<string>;
  /** Anchors of operations in a specification, which do not occur in the text. */
  hasOperations: boolean;
}

const OPERATIONS = /\{%-?\s*(?:openapi|swagger|api-method)/;

/** Reads the links of a text: those of markdown, and those in attributes of HTML and of liquid. */
export async function linksIn(markdown: string, caller: JobCaller): Promise<LinkedText> {
  const read = await unpackText(await runJob('packText', markdown, caller));
  return { ...read, markdown, hasOperations: OPERATIONS.test(markdown) };
}

/** The fragments of pages, by their ids. */
export type EarlierFragments = ReadonlyMap<string, Fragments>;

/**
 * Whether a page has an anchor; a page without text has every one. An operation may have any that the page does not
 * lack since a change.
 * @param earlier the fragments of the page before the change
 */
export function hasFragment(
  text: LinkedText | undefined,
  fragment: string,
  earlier?: Fragments,
): boolean {
  if (fragment === '' || fragment.startsWith(':~:') || !text) return true;
  return text.fragments.has(fragment) || (text.hasOperations && !earlier?.has(fragment));
}

/** The fragments of texts with operations, as they are before a change. */
export async function fragmentsBefore(
  texts: readonly PageText[],
  isChanged: (page: string) => boolean,
): Promise<EarlierFragments> {
  const fragments = new Map<string, Fragments>();
  for (const { page, markdown } of texts) {
    if (markdown === undefined || !isChanged(page.id) || !OPERATIONS.test(markdown)) continue;
    fragments.set(page.id, (await Markdown.readInTurns(markdown)).fragments);
  }
  return fragments;
}

/** A page with its text. */
export type LinkedPage = Pick<PageText, 'page'> & { text: LinkedText | undefined };
