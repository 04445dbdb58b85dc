import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 20;

/** The ids that repeated work got in its previous run, and how many it has used in this one. */
interface Replay {
  ids: string[];
  used: number;
}

let replay: Replay | undefined;

/** A new random id: 20 letters and digits. */
export function newId(): string {
  const id = replay?.ids[replay.used] ?? encode(random());
  if (replay) {
    replay.ids[replay.used] = id;
    replay.used += 1;
  }
  return id;
}

/** Bytes per request to the generator, whose calls take longer than the ids that their bytes become. */
const POOL_BYTES = LENGTH * 2 * 100;

let pool = Buffer.alloc(0);

function random(): Buffer {
  if (pool.length === 0) pool = randomBytes(POOL_BYTES);
  const bytes = pool.subarray(0, LENGTH * 2);
  pool = pool.subarray(LENGTH * 2);
  return bytes;
}

/**
 * Runs work again after a rollback with the same generated ids, in order, and adds more if needed, so that everything
 * it writes with them is identical.
 */
export function withSameIds<T>(ids: string[], work: () => T): T {
  const before = replay;
  replay = { ids, used: 0 };
  try {
    return work();
  } finally {
    replay = before;
  }
}

/** A new access token. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The id that belongs to these parts: the same parts always give the same id. */
export function stableId(...parts: string[]): string {
  const hash = createHash('sha512');
  // A long part would be copied to join it with others.
  for (const [index, part] of parts.entries()) {
    if (index > 0) hash.update('\0');
    hash.update(part);
  }
  return encode(hash.digest());
}

/** SHA-256 of a text or of bytes, in hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Two bytes per letter keep the distribution uniform to within a thousandth. */
function encode(bytes: Buffer): string {
  let id = '';
  for (let index = 0; index < LENGTH; index += 1) {
    id += ALPHABET[bytes.readUInt16BE(index * 2) % ALPHABET.length];
  }
  return id;
}
