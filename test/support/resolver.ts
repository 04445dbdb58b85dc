import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** Makes every name resolve to these addresses, until the test is finished. */
export function resolveNamesTo(...addresses: string[]): void {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const resolver = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_name: string, _options: object, done: (...found: unknown[]) => void) =>
      done(null, found)) as typeof dns.lookup);
  syncBuiltinESMExports();
  onTestFinished(() => {
    resolver.mockRestore();
    syncBuiltinESMExports();
  });
}
