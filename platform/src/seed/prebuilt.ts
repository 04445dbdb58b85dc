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

/** The demonstration as it is written, and the tokens of its users by handle. */
export interface Prebuilt {
  recording: Recording;
  tokens: Record<string, string>;
}

/** Does the work of the demonstration, so that a start need not. */
export function prebuild(): Prebuilt {
  const db = new RecordingDatabase();
  migrate(db, SCHEMA);
  seedDemo(db);
  db.close();
  return { recording: db.recording, tokens: demoTokens() };
}

let ownWork: Prebuilt | undefined;

/** The work of the build; where there is no build, that of the first start of a process. */
function prebuilt(): Prebuilt {
  if (existsSync(FILE)) return JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString());
  ownWork ??= prebuild();
  return ownWork;
}

/** How the demonstration is written, and the tokens that it has. */
export function demonstration() {
  const { recording, tokens } = prebuilt();
  const seed = (db: Database) =>
    db.write(() => {
      replay(db, recording);
      // Everybody has the build, so these must be generated anew.
      renewVisitorKeys(db);
    });
  return { seed, tokens };
}
