import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { API_VERSIONS, type ApiVersion, allOperations } from '../../src/operations/index.ts';
import { hasRoute } from '../support/published.ts';

/** The versions whose descriptions are installed. */
const INSTALLED: readonly ApiVersion[] = ['0.91.0', '0.143.2', '0.202.0'];

/** One snapshot for each tool, including workflows. */
const TOOLS = readdirSync(new URL('../snapshots/tools', import.meta.url));

const order = (version: ApiVersion) => API_VERSIONS.indexOf(version);

/** Those that are in no description at all are named, with reasons, in `published.test.ts`. */
const published = allOperations.filter(({ route }) =>
  INSTALLED.some((version) => hasRoute(version, route)),
);

describe('the lifetime of an operation', () => {
  it.each(published.map((operation) => [operation.tool, operation] as const))(
    '%s is in the versions that its record names',
    (_tool, { route, since = '0.91.0', until = '0.202.0' }) => {
      for (const version of INSTALLED) {
        const stated = order(since) <= order(version) && order(version) <= order(until);
        expect(hasRoute(version, route), version).toBe(stated);
      }
    },
  );

  it.each(allOperations.map((operation) => [operation.tool, operation] as const))(
    '%s names a tool in its place exactly where it has ended',
    (_tool, { until, successor }) => {
      expect(successor !== undefined).toBe(until !== undefined);
      if (successor === undefined || successor === 'Custom fields ended without a successor.')
        return;
      const [named = ''] = successor.split(' ');
      expect(TOOLS).toContain(`${named}.json`);
      const takesOver = allOperations.find(({ tool }) => tool === named);
      expect(takesOver?.until).toBeUndefined();
    },
  );
});
