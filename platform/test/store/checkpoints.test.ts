import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { checkpoint } from '../../src/store/checkpoint.ts';
import { Checkpoints } from '../../src/store/checkpoints.ts';
import { Database } from '../../src/store/database.ts';
import { openDriver } from '../../src/store/driver.ts';

const BYTES = 6_000_000;

let folder: string;
let file: string;
let db: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  file = join(folder, 'words.sqlite');
  db = new Database(file);
  db.script('CREATE TABLE word (word)');
});

afterEach(() => rmSync(folder, { recursive: true }));

const put = (bytes: number) => db.run('INSERT INTO word VALUES (?)', new Uint8Array(bytes));
const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size;
const seen = () => {
  const other = openDriver(file);
  try {
    return other.prepare('SELECT sum(length(word)) AS bytes FROM word').all([]);
  } finally {
    other.close();
  }
};

it('leaves writing the file to the thread, and starts the log again afterwards', async () => {
  const failures: unknown[] = [];
  const checkpoints = new Checkpoints(db, file, (error) => failures.push(error));
  const before = sizeOf(file) ?? 0;
  put(BYTES);
  expect(sizeOf(file)).toBe(before);
  expect(seen()).toEqual([{ bytes: BYTES }]);
  await eventually(() => expect(sizeOf(file)).toBeGreaterThan(BYTES));
  await eventually(() => {
    const log = sizeOf(`${file}-wal`);
    put(1_000);
    expect(sizeOf(`${file}-wal`)).toBe(log);
  });
  await checkpoints.close();
  db.close();
  expect(sizeOf(`${file}-wal`) ?? 0).toBe(0);
  expect(failures).toEqual([]);
});

it('closes before a thread is needed', async () => {
  const checkpoints = new Checkpoints(db, file, () => undefined);
  put(10);
  await checkpoints.close();
  db.close();
  expect(seen()).toEqual([{ bytes: 10 }]);
});

it('leaves a file that is complete without its log, even before the driver closes it', async () => {
  const checkpoints = new Checkpoints(db, file, () => undefined);
  put(10);
  await checkpoints.close();
  const copy = join(folder, 'copy.sqlite');
  copyFileSync(file, copy);
  const other = openDriver(copy);
  expect(other.prepare('SELECT length(word) AS bytes FROM word').all([])).toEqual([{ bytes: 10 }]);
  other.close();
  db.close();
});

it('closes while another process reads the file', async () => {
  const failures: unknown[] = [];
  const checkpoints = new Checkpoints(db, file, (error) => failures.push(error));
  put(10);
  const reader = openDriver(file);
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM word').all([]);
  put(20);
  await checkpoints.close();
  reader.exec('COMMIT');
  reader.close();
  db.close();
  expect(failures).toEqual([]);
  expect(seen()).toEqual([{ bytes: 30 }]);
});

it('keeps a program alive until it has closed', () => {
  const from = (name: string) => new URL(`../../src/store/${name}.ts`, import.meta.url).href;
  const program = `
    const { Database } = await import('${from('database')}');
    const { Checkpoints } = await import('${from('checkpoints')}');
    const db = new Database(${JSON.stringify(file)});
    const checkpoints = new Checkpoints(db, ${JSON.stringify(file)}, () => undefined);
    db.run('INSERT INTO word VALUES (?)', new Uint8Array(${BYTES}));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await checkpoints.close();
    db.close();
    console.log('closed');
  `;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('closed\n');
}, 30_000);

it('writes back what a reader does not block, and the rest when the reader is gone', () => {
  const other = openDriver(file);
  const reader = openDriver(file);
  put(BYTES);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM word').all([]);
  put(BYTES);
  checkpoint(other, 1_000);
  expect(sizeOf(file)).toBeLessThan(2 * BYTES);
  reader.exec('COMMIT');
  checkpoint(other, 1_000);
  expect(sizeOf(file)).toBeGreaterThan(2 * BYTES);
  for (const connection of [reader, other, db]) connection.close();
});
