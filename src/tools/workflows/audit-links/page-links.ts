import { type Fragments, Markdown } from '@docs-platform-mcp/markdown';
import type { PageText } from '../../../content/find/index.ts';

/** A link of a page, as it stands there. */
export interface PageLink {
  url: string;
  /** Counted from 1. */
  line: number;
  /** Text that is shown on the page in its place. */
  isInclude: boolean;
}

/** What a text links to, and what there is to link to in it. */
export interface LinkedText {
  links: PageLink[];
  fragments: Fragments;
  /** Fragments of what a specification says, which stand in no text. */
  hasOperations: boolean;
}

const OPERATIONS = /\{%-?\s*(?:openapi|swagger|api-method)/;

/** Reads the links of a text: those of markdown, and those in attributes of HTML and of liquid. */
export async function linksIn(markdown: string): Promise<LinkedText> {
  const read = await Markdown.readInTurns(markdown);
  const links = read.references.references.map(({ form, url, tag, target }) => ({
    url,
    line: read.lineOf(target.start),
    isInclude: form === 'liquid' && tag === 'include',
  }));
  const hasOperations = OPERATIONS.test(markdown);
  return { links, fragments: read.fragments, hasOperations };
}

/** Whether a fragment leads to a part of a page; one that is no page of text has any. */
export function hasFragment(text: LinkedText | undefined, fragment: string): boolean {
  if (fragment === '' || fragment.startsWith(':~:') || !text) return true;
  return text.hasOperations || text.fragments.has(fragment);
}

/** A page with its text read. */
export type LinkedPage = Pick<PageText, 'page'> & { text: LinkedText | undefined };
