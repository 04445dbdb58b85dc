import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIST, loadedAtStart } from '../support/built.ts';

describe('the bundle', () => {
  const atStart = [...loadedAtStart()];

  it('has few files', () => {
    expect(readdirSync(DIST).filter((name) => name.endsWith('.js')).length).toBeLessThan(240);
  });

  it.each(['undici', 'platform', 'o200k_base'])('loads %s only on first use', (name) => {
    expect(atStart).toContain('cli.js');
    expect(readdirSync(DIST).some((file) => file.includes(name))).toBe(true);
    expect(atStart.filter((file) => file.includes(name))).toEqual([]);
  });

  it('starts with little code, in few files', () => {
    const bytes = atStart.map((file) => statSync(join(DIST, file)).size);
    expect(atStart.length).toBeLessThanOrEqual(4);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(160_000);
  });

  it('has the revisions of the protocol apart from the server, for `--version`', () => {
    const [revisions = ''] = readdirSync(DIST).filter((name) => name.startsWith('protocols-'));
    expect(loadedAtStart(revisions).size).toBeLessThan(10);
  });

  it.each(['zod', 'undici', '@modelcontextprotocol/server', 'commander'])(
    'contains the licence of %s',
    (name) => {
      const notices = readFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
    },
  );
});
