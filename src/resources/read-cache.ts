import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PlatformError } from '../client/index.ts';

/** What was read, and the entity tag to ask with whether it has changed. */
export interface Loaded {
  value: unknown;
  /** Bytes that it takes, more or less. */
  size: number;
  etag?: string;
}

/** What is read for whom. */
export interface CacheKey {
  /** The caller's token; kept as a hash. */
  token: string;
  /** What is asked for: everything that the answer depends on besides the token. */
  question: string;
  /** The space whose writes make the answer stale; absent: every write does. */
  spaceId?: string;
}

/** Reads it, or says that what has this entity tag is still right. */
export type Load = (etag: string | undefined) => Promise<Loaded | 'unchanged'>;

/** A value, and for how many milliseconds it counts as fresh. */
export interface Fresh {
  value: unknown;
  freshMs: number;
}

interface Entry extends Loaded {
  /** When the platform last said so. */
  at: number;
  spaceId: string | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 16 * 1024 * 1024;

/**
 * Answers of the platform that were read lately, each for one token alone: the hash of the token is part of every
 * key. An answer that is younger than its time is not asked for again; an older one is asked for by its entity tag,
 * where the platform gave one. Writes drop what they may have changed, for all tokens. Bounded by bytes.
 */
export class ReadCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ size }) => Math.max(1, size),
  });
  readonly #loading = new Map<string, Promise<Entry>>();
  readonly #now: () => number;
  #writes = 0;

  /** `now` tells milliseconds that only go up. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The value of a key, by `load` unless it was read less than `maxAgeMs` ago. */
  async get(key: CacheKey, maxAgeMs: number, load: Load): Promise<Fresh> {
    const name = hash(key);
    const known = this.#entries.get(name);
    const fresh = known && this.#fresh(known, maxAgeMs);
    if (fresh) return fresh;
    const entry = await this.#loaded(name, key.spaceId, load, known);
    return this.#fresh(entry, maxAgeMs) ?? { value: entry.value, freshMs: 0 };
  }

  /** Drops what a write may have changed: what is in this space, or all where the space is not known. */
  forget(spaceId?: string): void {
    this.#writes += 1;
    this.#loading.clear();
    for (const [name, entry] of this.#entries.entries()) {
      if (spaceId === undefined || (entry.spaceId ?? spaceId) === spaceId) {
        this.#entries.delete(name);
      }
    }
  }

  #fresh({ value, at }: Entry, maxAgeMs: number): Fresh | undefined {
    const freshMs = Math.floor(at + maxAgeMs - this.#now());
    return freshMs > 0 ? { value, freshMs } : undefined;
  }

  /** Reads at the same time are one; when the caller who asked first gives up, the next one asks. */
  async #loaded(
    name: string,
    spaceId: string | undefined,
    load: Load,
    known: Entry | undefined,
  ): Promise<Entry> {
    const underWay = this.#loading.get(name);
    if (underWay) {
      const entry = await underWay.catch((error: unknown) => {
        if (error instanceof PlatformError && error.kind === 'cancelled') return undefined;
        throw error;
      });
      return entry ?? this.#loaded(name, spaceId, load, known);
    }
    const loading = this.#load(name, spaceId, load, known);
    this.#loading.set(name, loading);
    try {
      return await loading;
    } finally {
      if (this.#loading.get(name) === loading) this.#loading.delete(name);
    }
  }

  async #load(
    name: string,
    spaceId: string | undefined,
    load: Load,
    known: Entry | undefined,
  ): Promise<Entry> {
    const writes = this.#writes;
    const at = this.#now();
    const loaded = await load(known?.etag);
    const entry = loaded === 'unchanged' ? known : { ...loaded, spaceId };
    if (!entry) throw new Error('nothing is known that could be unchanged');
    const current = { ...entry, at };
    // What was asked for before a write may be what was there before it.
    if (writes === this.#writes) this.#entries.set(name, current);
    return current;
  }
}

function hash({ token, question }: CacheKey): string {
  return createHash('sha256')
    .update(JSON.stringify([token, question]))
    .digest('base64');
}
