import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';

const DIST = dirname(CLI);
const STATIC_IMPORT = /(?:^|[;}\s])import\s*(?:[\w*{][^'"()]*from\s*)?["']\.\/([^"']+)["']/g;

/** The files of the bundle that are loaded when the program starts. */
function loadedAtStart(file: string, seen = new Set<string>()): Set<string> {
  seen.add(file);
  for (const [, next = ''] of readFileSync(join(DIST, file), 'utf8').matchAll(STATIC_IMPORT)) {
    if (!seen.has(next)) loadedAtStart(next, seen);
  }
  return seen;
}

describe('the bundle', () => {
  const atStart = [...loadedAtStart('cli.js')];

  it('is few files', () => {
    expect(readdirSync(DIST).filter((name) => name.endsWith('.js')).length).toBeLessThan(90);
  });

  it('loads undici, the embedded platform and the tokenizer when they are first used, not before', () => {
    expect(atStart).toContain('cli.js');
    for (const name of ['undici', 'platform', 'o200k_base']) {
      expect(readdirSync(DIST).some((file) => file.includes(name))).toBe(true);
      expect(atStart.filter((file) => file.includes(name))).toEqual([]);
    }
  });

  it('carries the licences of what is bundled', () => {
    const notices = readFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['zod', 'undici', '@modelcontextprotocol/server', 'commander']) {
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
  });
});
