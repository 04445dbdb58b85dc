import { cleanText } from '@docs-platform-mcp/markdown/repository';
import { type Metadata, metadata } from '../content/edit/changes.ts';
import type { ParsedPage } from '../markdown/read-page.ts';
import type { Pause } from '../runtime/turns.ts';

/** The stored text of a page, and the addresses in it. */
export interface StoredText {
  text: string;
  urls: ReadonlySet<string>;
}

/** Number of references that are rewritten before others may get a turn. */
const STEP = 200;

/** The text of a page as it is stored: with its references rewritten. */
export async function storedText(
  raw: string,
  { part, references }: Pick<ParsedPage, 'part' | 'references'>,
  redirect: (url: string) => string,
  pause: Pause,
): Promise<StoredText> {
  const urls = new Set<string>();
  let text = '';
  let done = part.start;
  await pause();
  for (const [index, reference] of references.entries()) {
    if (index % STEP === STEP - 1) await pause();
    const url = redirect(reference.url);
    urls.add(url);
    if (url === reference.url || reference.start < done) continue;
    text += raw.slice(done, reference.start) + url;
    done = reference.end;
  }
  return { text: cleanText(text + raw.slice(done, part.end)), urls };
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
