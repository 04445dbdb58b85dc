import { cleanText } from '@docs-platform-mcp/markdown/repository';
import { type Metadata, metadata } from '../content/edit/changes.ts';
import type { ParsedPage } from '../markdown/read-page.ts';
import type { TextReference } from '../markdown/text-facts.ts';

/** The stored text of a page, with its references rewritten. */
export function keptText(
  raw: string,
  { part, references }: Pick<ParsedPage, 'part' | 'references'>,
  redirect: (reference: TextReference) => string,
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

/** Frontmatter also holds other keys, which stay in the file only. */
export function knownMetadata(frontmatter: Record<string, unknown>): Metadata {
  const valid = Object.entries(metadata.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(frontmatter[name]);
    return success && data !== undefined ? [[name, data]] : [];
  });
  return Object.fromEntries(valid);
}

/** All strings in a value, at any depth, except keys. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
