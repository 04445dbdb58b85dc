import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database.ts';
import { seedDemo } from '../src/seed/index.ts';
import { prebuild } from '../src/seed/prebuilt.ts';
import { renewVisitorKeys } from '../src/sites/visitor-key.ts';
import type { Database } from '../src/store/database.ts';
import { type Recording, replay } from '../src/store/recording.ts';

/** Every row of every table, including the search index. */
function rowsOf(db: Database): Record<string, unknown[]> {
  const tables = db.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
  );
  return Object.fromEntries(
    tables.map(({ name }) => [name, db.all(`SELECT * FROM "${name}"`)] as const),
  );
}

describe('the prebuilt demonstration', () => {
  const seeded = openDatabase(undefined);
  const replayed = openDatabase(undefined);

  afterAll(() => {
    seeded.close();
    replayed.close();
  });

  it('equals the seeded one row for row, also after a round trip through a file', () => {
    const { recording, tokens } = prebuild();
    seedDemo(seeded);
    replay(replayed, JSON.parse(JSON.stringify(recording)) as Recording);
    // Each start generates new keys.
    const { site_visitor_key: keys, ...rows } = rowsOf(replayed);
    const { site_visitor_key: others, ...expected } = rowsOf(seeded);
    expect(rows).toEqual(expected);
    expect(keys).toHaveLength(others?.length ?? 0);
    renewVisitorKeys(replayed);
    expect(rowsOf(replayed).site_visitor_key).not.toEqual(keys);
    expect(rows.space).toHaveLength(3);
    expect(Object.keys(tokens)).toContain('mara');
  });
});
