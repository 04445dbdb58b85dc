import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOperations } from '../../src/operations/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';
import { argumentsOf } from '../operations/arbitrary.ts';
import { json, useUpstream } from '../support/upstream.ts';

const lists = allOperations.filter(
  ({ effect, output, run }) => effect === 'read' && 'items' in output.shape && run === undefined,
);
const surface = surfaceOf({ toolsets: ['all'] });

describe('every list of a service without a count', () => {
  const platform = useUpstream();

  it('says how many there are, or that there are more', async () => {
    expect(lists.length).toBeGreaterThan(50);
    const items = [{ id: 'a' }, { id: 'b' }];
    for (const operation of lists) {
      const [sample = {}] = fc.sample(argumentsOf(operation), { numRuns: 1, seed: 1 });
      const { page: _, fields: __, ...args } = sample as Record<string, unknown>;
      const read = async (answer: object, more: object) => {
        platform.upstream.answer(json(200, answer));
        const given = { ...args, ...more };
        const outcome = await surface.call(operation.tool, given, {
          client: platform.client,
          token: 'secret',
        });
        if (!outcome || 'question' in outcome || outcome.isError) {
          throw new Error(`${operation.tool}: ${JSON.stringify(outcome)}`);
        }
        return outcome.structured;
      };
      expect(await read({ items }, {}), operation.tool).toMatchObject({ count: 2 });
      if (!operation.paged) continue;
      const next = { page: 'two' };
      expect(await read({ items, next }, {}), operation.tool).toMatchObject({ more: true });
      expect(await read({ items }, next), operation.tool).toMatchObject({ more: false });
    }
  });
});
