import { Markdown } from '@docs-platform-mcp/markdown';
import { sanitizeText } from '../../text/index.ts';
import { countTexts, linesOf, type PageMatches } from './find.ts';

/** A text, and the targets of the links to find in it. */
export interface TextWithTargets {
  markdown: string;
  urls: readonly string[];
}

/** The different targets of the links in each text, including those in HTML and in blocks. */
export function linkTargets(texts: readonly string[]): string[][] {
  return texts.map((text) => [...new Set(referencesIn(sanitizeText(text)).map(({ url }) => url))]);
}

/** The links with these targets in each text. */
export function linkLines(texts: readonly TextWithTargets[]): PageMatches[] {
  return texts.map((linked) => {
    const { shown, links } = linksWith(linked);
    const places = links.map(({ target, url }) => ({ ...target, url }));
    const lines = linesOf(shown, places, ({ url }) => url);
    return {
      matches: links.length,
      ...countTexts(lines),
      inAddresses: 0,
      inOtherPart: 0,
      hidden: 0,
      linesLeftOut: [],
    };
  });
}

/** The links with these targets in a text as its readers see it. */
export function linksWith({ markdown, urls }: TextWithTargets) {
  const shown = sanitizeText(markdown);
  const targets = new Set(urls);
  return { shown, links: referencesIn(shown).filter(({ url }) => targets.has(url)) };
}

function referencesIn(text: string) {
  return Markdown.read(text).references.references;
}
