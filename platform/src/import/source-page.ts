import { type Metadata, metadata } from '../content/edit/changes.ts';
import { cleanText } from '../markdown/parse.ts';
import type { ReadPage } from '../markdown/read-page.ts';
import type { Reference } from '../markdown/text-facts.ts';

/** The text of a page with its references led elsewhere, in the form in which texts are kept. */
export function keptText(
  raw: string,
  { part, references }: Pick<ReadPage, 'part' | 'references'>,
  redirect: (reference: Reference) => string,
): string {
  let text = '';
  let done = part.start;
  for (const reference of references) {
    const url = redirect(reference);
    if (url === reference.url || reference.start < done) continue;
    text += raw.slice(done, reference.start) + url;
    done = reference.end;
  }
  return cleanText(text + raw.slice(done, part.end));
}

/** Writers use frontmatter for much else, which stays in the file alone. */
export function knownMetadata(frontmatter: Record<string, unknown>): Metadata {
  const valid = Object.entries(metadata.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(frontmatter[name]);
    return success && data !== undefined ? [[name, data]] : [];
  });
  return Object.fromEntries(valid);
}

/** All texts of a value that are no keys, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
