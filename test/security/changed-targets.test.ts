import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOperations, type Operation } from '../../src/operations/index.ts';
import { argumentsOf } from '../operations/arbitrary.ts';
import { questionOf } from '../support/rounds.ts';
import { useConfirmingServer } from './confirming-server.ts';

const confirming = useConfirmingServer();

/** The object that the path of an operation names last. */
const objectOf = ({ pathTemplate }: Operation) =>
  pathTemplate.slice(0, pathTemplate.lastIndexOf('}') + 1);

/** The fields of the target that another operation sets, as its record says. */
function settable(operation: Operation): string[] {
  return allOperations
    .filter(
      ({ effect, pathTemplate }) => effect === 'update' && pathTemplate === objectOf(operation),
    )
    .flatMap(({ pathTemplate, input }) =>
      Object.keys(input.shape).filter((name) => !pathTemplate.includes(`{${name}}`)),
    );
}

const deleting = allOperations.filter(({ effect }) => effect === 'delete');
const cases = deleting.map((operation): [string, Operation] => [operation.tool, operation]);

describe('a confirmation is not valid once the target has', () => {
  it.each(cases)('other settings, for %s', async (name, operation) => {
    const [args = {}] = fc.sample(argumentsOf(operation), { seed: 1, numRuns: 1 });
    const fields = ['title', 'revision', 'visibility', 'members', 'parent', ...settable(operation)];
    const before = Object.fromEntries(fields.map((field) => [field, 'before']));
    const plain = { id: 'c1', ...before, title: 'Handbook' };
    for (const field of fields) {
      confirming.target = plain;
      const asked = await confirming.round(args, { name });
      expect(asked?.resultType, JSON.stringify(asked)).toBe('input_required');
      // What cannot be read has no state.
      if (!/^[^:]+: "Handbook"/.test(questionOf(asked))) return;
      confirming.target = { ...plain, [field]: 'after' };
      const again = await confirming.round(args, { name, state: asked?.requestState });
      expect(again?.resultType, field).toBe('input_required');
      expect(confirming.writes()).toEqual([]);
    }
  });
});
