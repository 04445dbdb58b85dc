import type { Html, Nodes } from 'mdast';
import { SANITIZER_SCHEMA } from './schema.ts';

const TAG = /^<([a-z][\w-]*)>$/i;

/** Elements of HTML that a page does not show, besides those that it may contain. */
const OTHER_ELEMENTS =
  'abbr acronym address area article aside base bdi bdo big body canvas center cite data datalist dfn dialog dir embed fieldset font footer form frame frameset head header hgroup html label legend link main map math menu meta meter nav nobr noembed noframes noscript object optgroup option output param plaintext portal progress rb rp rt rtc ruby script search select slot strike style svg template textarea time title track tt var wbr xmp';

const KNOWN: ReadonlySet<string> = new Set([
  ...(SANITIZER_SCHEMA.tagNames ?? []),
  ...OTHER_ELEMENTS.split(' '),
]);

/**
 * Whether a tag in a sentence is no HTML but words, such as the type in `List<T>` or a placeholder for a name: no element
 * has this name, and nothing ends it. As HTML it would be invisible.
 */
export function isPlaceholder({ value }: Html, parent: Nodes | undefined): boolean {
  const name = TAG.exec(value)?.[1];
  if (name === undefined || KNOWN.has(name.toLowerCase())) return false;
  if (!parent || !('children' in parent) || parent.type === 'root') return false;
  const end = `</${name}>`;
  return !parent.children.some((node) => node.type === 'html' && node.value === end);
}
