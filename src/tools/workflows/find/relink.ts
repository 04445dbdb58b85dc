import { linksWith, type TextWithTargets } from '../../../content/find/links.ts';
import type { LedLinks } from '../../../operations/content-changes.ts';
import { applyTextEdits } from '../../edits/text-edits.ts';

/** A text, and links in it to point elsewhere. */
export interface TextToRelink extends TextWithTargets {
  /** The new target. */
  to: string;
  /**
   * The beginning of an address that the new target replaces; the rest stays. Absent if it replaces whole addresses.
   */
  beginning?: string;
}

/** Points links elsewhere. Anchors of the former page are dropped. */
export function relink({ to, beginning, ...linked }: TextToRelink): {
  text: string;
  links: number;
} {
  const { links } = linksWith(linked);
  const edits = links.map(({ url, target: { start, end } }) => {
    const rest = beginning === undefined ? '' : url.slice(beginning.length);
    return { start, end, text: encodeAddress(to + rest) };
  });
  return { text: applyTextEdits(linked.markdown, edits), links: links.length };
}

/** Points several groups of links elsewhere, each to its new target. */
export function leadLinksIn({
  markdown,
  links,
}: {
  markdown: string;
  links: readonly LedLinks[];
}): string {
  const targets = new Map(links.flatMap(({ urls, to }) => urls.map((url) => [url, to] as const)));
  const found = linksWith({ markdown, urls: [...targets.keys()] });
  const edits = found.links.map(({ url, target: { start, end } }) => {
    return { start, end, text: encodeAddress(targets.get(url) ?? url) };
  });
  return applyTextEdits(markdown, edits);
}

/** An address that is valid in every form of link. */
function encodeAddress(address: string): string {
  return address.replaceAll(
    /[\s<>"'()\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}
