import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built program; `npm test` builds it first. */
export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The folder of the built program. */
export const DIST = dirname(CLI);

const STATIC_IMPORT = /(?:^|[;}\s])import\s*(?:[\w*{][^'"()]*from\s*)?["']\.\/([^"']+)["']/g;

/** The files of the bundle that are loaded when the program starts: `cli.js` loads `main.js` if Node is new enough. */
export function loadedAtStart(file = 'main.js', seen = new Set(['cli.js'])): Set<string> {
  seen.add(file);
  for (const [, next = ''] of readFileSync(join(DIST, file), 'utf8').matchAll(STATIC_IMPORT)) {
    if (!seen.has(next)) loadedAtStart(next, seen);
  }
  return seen;
}
