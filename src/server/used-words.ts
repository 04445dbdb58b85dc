import type { RedisConnection } from './redis.ts';

/** How long a word of a person is good for, in seconds. */
export const WORD_SECONDS = 600;

/** Remembers which words of people were used, for as long as they would be good. */
export interface UsedWords {
  /** Uses a word, and says whether it was unused until now. Rejects where that cannot be made sure of. */
  use(id: string): Promise<boolean>;
}

const PREFIX = 'docs-platform-mcp:used-word:';

/** The words that were used in this process. */
export function usedWordsHere(now: () => number = Date.now): UsedWords {
  // The order in which they come is the one in which they end.
  const used = new Map<string, number>();
  return {
    use: async (id) => {
      for (const [old, until] of used) {
        if (until > now()) break;
        used.delete(old);
      }
      if (used.has(id)) return false;
      used.set(id, now() + WORD_SECONDS * 1000);
      return true;
    },
  };
}

/** The words that were used by any of the servers that share a Redis server. */
export function usedWordsAcross({ client }: RedisConnection): UsedWords {
  const expiration = { type: 'EX' as const, value: WORD_SECONDS };
  return {
    use: async (id) =>
      (await client.set(PREFIX + id, '1', { condition: 'NX', expiration })) !== null,
  };
}
