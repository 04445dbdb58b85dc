import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Driver, type DriverName, isBusy, openDriver } from '../../src/store/driver.ts';

const require = createRequire(import.meta.url);

/** Node has SQLite from 22.13 on, and libsql has no binary for some systems. */
function isHere(name: DriverName): boolean {
  try {
    require(name);
    return true;
  } catch {
    return false;
  }
}

const DRIVERS: readonly DriverName[] = ['libsql', 'node:sqlite'];

it('at least one driver is available', () => {
  expect(DRIVERS.filter(isHere)).not.toEqual([]);
});

describe.each(DRIVERS)('%s', (name) => {
  describe.skipIf(!isHere(name))('if it is available', () => {
    let folder: string;
    let file: string;
    let driver: Driver;

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'driver-'));
      file = join(folder, 'words.sqlite');
      driver = openDriver(file, name);
      driver.exec('CREATE TABLE word (id INTEGER PRIMARY KEY, word, UNIQUE (word))');
    });

    afterEach(() => {
      driver.close();
      rmSync(folder, { recursive: true });
    });

    const put = (word: string | number | null | Uint8Array) =>
      driver.prepare('INSERT INTO word (word) VALUES (?)').run([word]);
    const words = () => driver.prepare('SELECT word FROM word ORDER BY id').all([]);

    it('returns what was stored', () => {
      for (const word of ['Grüße 🎉', '', 7, 2 ** 40, 1.5, null]) expect(put(word)).toBe(1);
      expect(words()).toEqual([
        { word: 'Grüße 🎉' },
        { word: '' },
        { word: 7 },
        { word: 2 ** 40 },
        { word: 1.5 },
        { word: null },
      ]);
    });

    it('returns bytes as an ArrayBuffer of the exact length', () => {
      put(new Uint8Array([0, 1, 255]));
      const [{ word }] = words() as [{ word: ArrayBuffer }];
      expect(word).toBeInstanceOf(ArrayBuffer);
      expect([...new Uint8Array(word)]).toEqual([0, 1, 255]);
    });

    it('reads row after row', () => {
      for (const word of ['a', 'b', 'c']) put(word);
      const rows = driver.prepare('SELECT word FROM word ORDER BY id').iterate();
      expect(rows.next().value).toEqual({ word: 'a' });
      expect([...rows]).toEqual([{ word: 'b' }, { word: 'c' }]);
    });

    it('counts changed rows', () => {
      for (const word of ['a', 'b', 'c']) put(word);
      expect(driver.prepare('UPDATE word SET word = word || ? WHERE id > 1').run(['!'])).toBe(2);
      expect(driver.prepare('DELETE FROM word WHERE id > 9').run([])).toBe(0);
    });

    it('searches full text', () => {
      driver.exec("CREATE VIRTUAL TABLE text USING fts5 (body, tokenize = 'porter unicode61')");
      driver.prepare('INSERT INTO text (body) VALUES (?)').run(['Merged change requests']);
      const found = driver.prepare('SELECT rowid FROM text WHERE text MATCH ?');
      expect(found.all(['merge'])).toEqual([{ rowid: 1 }]);
      expect(found.all(['comment'])).toEqual([]);
    });

    it('knows whether it is in a transaction, and rolls one back', () => {
      expect(driver.inTransaction).toBe(false);
      driver.exec('BEGIN IMMEDIATE');
      expect(driver.inTransaction).toBe(true);
      put('a');
      driver.exec('ROLLBACK');
      expect(driver.inTransaction).toBe(false);
      expect(words()).toEqual([]);
    });

    it('keeps what was written when it is opened again', () => {
      driver.exec('PRAGMA journal_mode = WAL');
      put('kept');
      driver.close();
      driver = openDriver(file, name);
      expect(words()).toEqual([{ word: 'kept' }]);
    });

    it('recognises a lock that another connection holds, and mistakes no other failure for one', () => {
      const other = openDriver(file, name);
      other.exec('PRAGMA busy_timeout = 0');
      driver.exec('BEGIN IMMEDIATE');
      expect(failureOf(() => other.exec('BEGIN IMMEDIATE'))).toSatisfy(isBusy);
      driver.exec('COMMIT');
      other.exec('BEGIN IMMEDIATE');
      other.close();
      put('once');
      expect(failureOf(() => put('once'))).not.toSatisfy(isBusy);
      expect(failureOf(() => driver.prepare('SELECT nothing'))).not.toSatisfy(isBusy);
    });
  });
});

function failureOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}
