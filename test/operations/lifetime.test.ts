import { describe, expect, it } from 'vitest';
import { API_VERSIONS, type ApiVersion, allOperations } from '../../src/operations/index.ts';
import { hasRoute } from '../support/published.ts';

/** The versions whose descriptions are installed. */
const INSTALLED: readonly ApiVersion[] = ['0.91.0', '0.143.2', '0.202.0'];

const order = (version: ApiVersion) => API_VERSIONS.indexOf(version);

describe('the lifetime of an operation', () => {
  it.each(allOperations.map((operation) => [operation.tool, operation] as const))(
    '%s is in the versions that its record names',
    (_tool, { route, since = '0.91.0', until = '0.202.0' }) => {
      for (const version of INSTALLED) {
        const stated = order(since) <= order(version) && order(version) <= order(until);
        expect(hasRoute(version, route), version).toBe(stated);
      }
    },
  );

  it('names a successor exactly where it has ended', () => {
    for (const { tool, until, successor } of allOperations) {
      expect(successor !== undefined, tool).toBe(until !== undefined);
    }
  });
});
