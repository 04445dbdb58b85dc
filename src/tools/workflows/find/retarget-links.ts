import { linksWith, type TextWithTargets } from '../../../content/find/links.ts';
import type { LinkGroup } from '../../../operations/content-changes.ts';
import { applyTextEdits } from '../../edits/text-edits.ts';

/** A text, and the links in it to retarget. */
export interface TextToRetarget extends TextWithTargets {
  /** The new target. */
  to: string;
  /**
   * The beginning of an address that the new target replaces; the rest stays. Absent if it replaces whole addresses.
   */
  beginning?: string;
  /** The id of the page with the text, whose links to its own parts stay as short as they were. */
  page: string;
}

/** Gives the links that readers see a new target. Anchors of the former page are dropped. */
export function retargetVisibleLinks({ to, beginning, page, ...linked }: TextToRetarget): {
  text: string;
  links: number;
} {
  const { links } = linksWith(linked);
  const own = `/pages/${page}`;
  const edits = links.map(({ url, target: { start, end } }) => {
    const rest = beginning === undefined ? '' : url.slice(beginning.length);
    const isWithin = url.startsWith('#') && to.startsWith(`${own}#`);
    return { start, end, text: encodeAddress(isWithin ? to.slice(own.length) : to + rest) };
  });
  return { text: applyTextEdits(linked.markdown, edits), links: links.length };
}

/** Gives several groups of links their new targets. */
export function retargetLinkGroups({
  markdown,
  links,
}: {
  markdown: string;
  links: readonly LinkGroup[];
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
