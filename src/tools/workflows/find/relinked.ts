import { type LinkedText, linksWith } from '../../../content/find/links.ts';
import { editShown } from '../../edits/exact.ts';

/** A text whose links to the former target lead to another address; anchors of the former page go. */
export function relinked({ to, ...linked }: LinkedText & { to: string }): {
  text: string;
  links: number;
} {
  const { links } = linksWith(linked);
  const text = to.replaceAll(
    /[\s<>"'()\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
  const edits = links.map(({ target: { start, end } }) => ({ start, end, text }));
  return { text: editShown(linked.markdown, edits), links: links.length };
}
