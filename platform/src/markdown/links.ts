import { type Link, linksOf, retargetReferences } from '@docs-platform-mcp/markdown';
import { computed } from '../workers/computed.ts';
import { TEXT_FACTS } from './tasks.ts';

/** Returns the new target of a link, or null to keep only its text. */
export type NewLinkTarget = (url: string, image: boolean) => string | null;

/** All links and images of a text, those by reference included. */
export function findLinks(markdown: string): Link[] {
  return linksOf(markdown, computed(TEXT_FACTS, markdown).references);
}

/** The targets in a text, of definitions that no link uses, too. */
export function targetsIn(markdown: string): Set<string> {
  return new Set(computed(TEXT_FACTS, markdown).references.references.map(({ url }) => url));
}

/** The text with every link retargeted. Nothing else changes, not even white space. */
export function retargetLinks(markdown: string, newTarget: NewLinkTarget): string {
  const { references } = computed(TEXT_FACTS, markdown);
  return retargetReferences(markdown, references, ({ url, embeds }) => newTarget(url, embeds));
}
