import { type LinkedText, linksWith } from '../../../content/find/links.ts';
import { applyTextEdits } from '../../edits/text-edits.ts';

/** A text with links to lead elsewhere. */
export interface TextToRelink extends LinkedText {
  /** The new target. */
  to: string;
  /** The beginning of an address that it takes the place of; the rest stays. Absent if it replaces all of them. */
  beginning?: string;
}

/** Leads links elsewhere. Anchors of a former page go. */
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

/** An address that every form of link can hold. */
function encodeAddress(address: string): string {
  return address.replaceAll(
    /[\s<>"'()\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}
