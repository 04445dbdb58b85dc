import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { SCHEMA } from '../database.ts';
import { renewVisitorKeys } from '../sites/visitor-key.ts';
import type { Database } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { type Recording, RecordingDatabase, replay } from '../store/recording.ts';
import { demoTokens, seedDemo } from './index.ts';

/** The prebuilt demonstration, beside the bundle; missing when running from sources. */
const FILE = new URL('./demo.json.br', import.meta.url);

/** The writes of the demonstration, and the tokens of its users by handle. */
export interface PrebuiltDemo {
  recording: Recording;
  tokens: Record<string, string>;
}

/** Computes the demonstration in advance, so that startup need not. */
export function prebuild(): PrebuiltDemo {
  const db = new RecordingDatabase();
  migrate(db, SCHEMA);
  seedDemo(db);
  db.close();
  return { recording: db.recording, tokens: demoTokens() };
}

let ownWork: PrebuiltDemo | undefined;

/** The prebuilt result; without a build, computed at the first start of a process. */
function prebuilt(): PrebuiltDemo {
  if (existsSync(FILE)) return JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString());
  ownWork ??= prebuild();
  return ownWork;
}

/** The writes of the demonstration, and its tokens. */
export function demonstration() {
  const { recording, tokens } = prebuilt();
  const seed = (db: Database) =>
    db.write(() => {
      replay(db, recording);
      // The build is public, so these must be generated anew.
      renewVisitorKeys(db);
    });
  return { seed, tokens };
}
