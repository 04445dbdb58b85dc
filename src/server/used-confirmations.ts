import type { RedisConnection } from './redis.ts';

/** Seconds for which a confirmation is valid. */
export const CONFIRMATION_SECONDS = 600;

/** Remembers which confirmations were used, for as long as they are valid. */
export interface UsedConfirmations {
  /** Marks a confirmation as used. Resolves to false if it was used before. Rejects if that cannot be determined. */
  use(id: string): Promise<boolean>;
}

const PREFIX = 'docs-platform-mcp:used-word:';

/** Confirmations that were used in this process. */
export function usedConfirmationsHere(now: () => number = Date.now): UsedConfirmations {
  // They expire in the order of insertion.
  const used = new Map<string, number>();
  return {
    use: async (id) => {
      for (const [old, until] of used) {
        if (until > now()) break;
        used.delete(old);
      }
      if (used.has(id)) return false;
      used.set(id, now() + CONFIRMATION_SECONDS * 1000);
      return true;
    },
  };
}

/** Confirmations that were used by any of the servers that share a Redis server. */
export function usedConfirmationsAcross({ client }: RedisConnection): UsedConfirmations {
  const expiration = { type: 'EX' as const, value: CONFIRMATION_SECONDS };
  return {
    use: async (id) =>
      (await client.set(PREFIX + id, '1', { condition: 'NX', expiration })) !== null,
  };
}
