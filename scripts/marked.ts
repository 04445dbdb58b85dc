import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A page with the text between the markers of this name replaced; throws if they are missing. */
export function pageWith(path: string, name: string, text: string): string {
  const marked = new RegExp(`(<!-- ${name}:start -->\\n)[\\s\\S]*?(<!-- ${name}:end -->)`);
  const page = readFileSync(join(ROOT, path), 'utf8');
  if (!marked.test(page))
    throw new Error(`${path} lacks the markers ${name}:start and ${name}:end`);
  return page.replace(marked, (_, start, end) => `${start}${text}\n${end}`);
}
