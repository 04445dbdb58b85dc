import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PlatformError } from '../client/index.ts';

/** A cached answer, and the entity tag for revalidation. */
export interface LoadedValue {
  value: unknown;
  /** Approximate size in bytes. */
  size: number;
  etag?: string;
}

/** The key of a cached answer. */
export interface CacheKey {
  /** The caller's token; stored as a hash. */
  token: string;
  /** Everything besides the token that the answer depends on. */
  question: string;
  /** The space whose writes invalidate the answer; absent: every write does. */
  spaceId?: string;
}

/** Loads the answer, or confirms that the one with this entity tag is still valid. */
export type Load = (etag: string | undefined) => Promise<LoadedValue | 'unchanged'>;

/** A value, and for how many milliseconds it counts as fresh. */
export interface FreshValue {
  value: unknown;
  freshMs: number;
}

interface CacheEntry extends LoadedValue {
  /** When the platform last confirmed it. */
  at: number;
  spaceId: string | undefined;
}

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 16 * 1024 * 1024;

/**
 * A cache of the platform's answers, separate for each token: the hash of the token is part of every key. An answer
 * younger than its maximum age is returned without a request. An older one is revalidated by its entity tag, if the
 * platform sent one. Writes drop what they may have changed, for all tokens. The size is limited in bytes.
 */
export class ReadCache {
  readonly #entries = new LRUCache<string, CacheEntry>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ size }) => Math.max(1, size),
  });
  readonly #loading = new Map<string, Promise<CacheEntry>>();
  readonly #now: () => number;
  #writes = 0;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The value of a key, loaded with `load` unless it was read less than `maxAgeMs` ago. */
  async get(key: CacheKey, maxAgeMs: number, load: Load): Promise<FreshValue> {
    const name = hash(key);
    const known = this.#entries.get(name);
    const fresh = known && this.#fresh(known, maxAgeMs);
    if (fresh) return fresh;
    const entry = await this.#loaded(name, key.spaceId, load, known);
    return this.#fresh(entry, maxAgeMs) ?? { value: entry.value, freshMs: 0 };
  }

  /** Drops what a write may have changed: the answers of this space, or all if the space is unknown. */
  forget(spaceId?: string): void {
    this.#writes += 1;
    this.#loading.clear();
    for (const [name, entry] of this.#entries.entries()) {
      if (spaceId === undefined || (entry.spaceId ?? spaceId) === spaceId) {
        this.#entries.delete(name);
      }
    }
  }

  #fresh({ value, at }: CacheEntry, maxAgeMs: number): FreshValue | undefined {
    const freshMs = Math.floor(at + maxAgeMs - this.#now());
    return freshMs > 0 ? { value, freshMs } : undefined;
  }

  /** Concurrent reads share one request. If the first caller gives up, the next one sends it. */
  async #loaded(
    name: string,
    spaceId: string | undefined,
    load: Load,
    known: CacheEntry | undefined,
  ): Promise<CacheEntry> {
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
    known: CacheEntry | undefined,
  ): Promise<CacheEntry> {
    const writes = this.#writes;
    const at = this.#now();
    const loaded = await load(known?.etag);
    const entry = loaded === 'unchanged' ? known : { ...loaded, spaceId };
    if (!entry) throw new Error('nothing is known that could be unchanged');
    const current = { ...entry, at };
    // An answer requested before a write may show the state before it.
    if (writes === this.#writes) this.#entries.set(name, current);
    return current;
  }
}

function hash({ token, question }: CacheKey): string {
  return createHash('sha256')
    .update(JSON.stringify([token, question]))
    .digest('base64');
}
