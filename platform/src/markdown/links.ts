import { type Link, linksOf, redirectReferences } from '@docs-platform-mcp/markdown';
import { computed } from '../workers/computed.ts';
import { TEXT_FACTS } from './tasks.ts';

/** Where a link is to lead: a URL, or null to leave only its text. */
export type RewriteLink = (url: string, image: boolean) => string | null;

/** All links and images of a text, those by reference included. */
export function findLinks(markdown: string): Link[] {
  return linksOf(markdown, computed(TEXT_FACTS, markdown).references);
}

/** The text with every link redirected. Nothing else of it changes, white space included. */
export function redirectLinks(markdown: string, redirect: RewriteLink): string {
  const { references } = computed(TEXT_FACTS, markdown);
  return redirectReferences(markdown, references, ({ url, embeds }) => redirect(url, embeds));
}
