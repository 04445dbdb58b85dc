import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { renewVisitorKeys } from '../sites/visitor-key.ts';
import type { Database } from '../store/database.ts';
import { type Recording, RecordingDatabase, replay } from '../store/recording.ts';
import { demoTokens, seedDemo } from './index.ts';

/** Beside the bundle: what the demonstration comes to. Without a bundle there is none. */
const FILE = new URL('./demo.json.br', import.meta.url);

/** The demonstration as it is written, and the tokens of its users by handle. */
export interface Prebuilt {
  recording: Recording;
  tokens: Record<string, string>;
}

/** Does the work of the demonstration, in a database with these tables, so that a start need not. */
export function prebuild(migrate: (db: Database) => void): Prebuilt {
  const db = new RecordingDatabase();
  migrate(db);
  seedDemo(db);
  db.close();
  return { recording: db.recording, tokens: demoTokens() };
}

/** How the demonstration is written, and the tokens that it has. */
export function demonstration() {
  if (!existsSync(FILE)) return { seed: seedDemo, tokens: demoTokens() };
  const text = brotliDecompressSync(readFileSync(FILE)).toString();
  const { recording, tokens } = JSON.parse(text) as Prebuilt;
  const seed = (db: Database) =>
    db.write(() => {
      replay(db, recording);
      // Everybody has the build, and nobody else may know these.
      renewVisitorKeys(db);
    });
  return { seed, tokens };
}
