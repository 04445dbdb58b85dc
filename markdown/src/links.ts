import { referenceName } from './inline.ts';
import type { References } from './references.ts';

/** Where a link or image leads. */
export interface Link {
  url: string;
  /** Whether it shows what it leads to, as an image does. */
  embeds: boolean;
}

/**
 * The links and images of a text, in order. Those by reference lead to the target of their definition; without a
 * definition, they are not links.
 */
export function linksOf(text: string, { references, indirect }: References): Link[] {
  const found: (Link & { at: number })[] = [];
  const defined = new Map<string, string>();
  for (const { form, url, embeds, whole, label } of references) {
    if (form !== 'definition') found.push({ url, embeds, at: whole.start });
    else if (label) {
      const name = referenceName(text.slice(label.start, label.end));
      if (!defined.has(name)) defined.set(name, url);
    }
  }
  for (const { name, image, whole } of indirect) {
    const url = defined.get(referenceName(name));
    if (url !== undefined) found.push({ url, embeds: image, at: whole.start });
  }
  // Stable: attributes of one tag keep their order.
  return found.sort((a, b) => a.at - b.at).map(({ url, embeds }) => ({ url, embeds }));
}
