import { type Link, linksOf, redirectReferences } from '@docs-platform-mcp/markdown';
import { computed } from '../workers/computed.ts';
import { TEXT_FACTS } from './tasks.ts';

/** Returns the new target of a link, or null to keep only its text. */
export type RewriteLink = (url: string, image: boolean) => string | null;

/** All links and images of a text, those by reference included. */
export function findLinks(markdown: string): Link[] {
  return linksOf(markdown, computed(TEXT_FACTS, markdown).references);
}

/** The text with every link redirected. Nothing else changes, not even white space. */
export function redirectLinks(markdown: string, redirect: RewriteLink): string {
  const { references } = computed(TEXT_FACTS, markdown);
  return redirectReferences(markdown, references, ({ url, embeds }) => redirect(url, embeds));
}
