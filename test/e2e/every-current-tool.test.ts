import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../src/operations/index.ts';
import contract from '../fixtures/contract/operations.json' with { type: 'json' };
import { argumentsOf } from '../operations/arbitrary.ts';
import { hasRoute } from '../support/published.ts';
import { currentScenario } from './every-tool/current-scenario.ts';
import { play } from './every-tool/play.ts';
import { createWorld, type World } from './every-tool/world.ts';

describe('every tool of the current service, against the embedded platform', () => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld('current', currentScenario);
  });

  afterAll(() => world.close());

  it('answers a valid call according to its output schema, and refuses every write of a reader', async () => {
    await play(
      world,
      (args) => args,
      async ({ tool }, args) => {
        if (world.tools.get(tool)?.annotations.readOnlyHint) return;
        const before = world.state();
        const { isError, content } = await world.reader.call(tool, args);
        expect(isError, tool).toBe(true);
        expect(content[0]?.text, tool).toMatch(/\(40[34]\)/);
        expect(world.state(), tool).toEqual(before);
      },
    );
  }, 120_000);

  it('reports operations that the embedded platform lacks', async () => {
    const served = new Set(world.steps.map(({ tool }) => tool));
    const ofContract = new Set<string>(contract.map(({ id }) => id));
    const others = allOperations.filter(
      ({ tool, id, route }) =>
        world.tools.has(tool) &&
        !served.has(tool) &&
        !ofContract.has(id) &&
        // The embedded platform answers 501 only to published operations.
        hasRoute('0.202.0', route),
    );
    for (const operation of others) {
      const [args = {}] = fc.sample(argumentsOf(operation), { numRuns: 1, seed: 1 });
      const { isError, content } = await world.admin.call(operation.tool, args);
      expect(isError, operation.tool).toBe(true);
      expect(content[0]?.text, operation.tool).toMatch(
        /failed \(501\).*This platform does not offer the operation/s,
      );
    }
    expect(served.size).toBeGreaterThan(90);
    expect(others.length).toBeLessThan(70);
  });
});
