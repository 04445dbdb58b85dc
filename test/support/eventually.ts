import { vi } from 'vitest';
import { PATIENCE_MS } from '../../vitest.shared.ts';

/** Repeats a check until it passes. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 10 });
