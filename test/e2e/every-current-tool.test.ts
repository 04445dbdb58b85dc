import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type PlatformClient } from '../../src/client/index.ts';
import { allOperations } from '../../src/operations/index.ts';
import contract from '../fixtures/contract/operations.json' with { type: 'json' };
import { argumentsOf } from '../operations/arbitrary.ts';
import { hasRoute } from '../support/published.ts';
import { currentScenario } from './every-tool/current-scenario.ts';
import { MalformedAnswers } from './every-tool/malformed.ts';
import { play } from './every-tool/play.ts';
import { createWorld, type World } from './every-tool/world.ts';

describe('every tool of the current service, against the embedded platform', () => {
  let world: World;
  let client: PlatformClient;

  beforeAll(async () => {
    world = await createWorld('current', currentScenario);
    client = createClient({ baseUrl: world.url, userAgent: 'test/1', timeoutMs: 30_000 });
  });

  afterAll(async () => {
    await client.close();
    await world.close();
  });

  it('answers a valid call according to its output schema, refuses every write of a reader, and reports malformed answers of the platform with their location, never as defects of the server', async () => {
    const malformed = new MalformedAnswers(client);
    await play(
      world,
      (args) => args,
      async ({ tool }, args) => {
        await malformed.of(tool, args);
        if (world.tools.get(tool)?.annotations.readOnlyHint) return;
        const before = world.state();
        const { isError, content } = await world.reader.call(tool, args);
        expect(isError, tool).toBe(true);
        expect(content[0]?.text, tool).toMatch(/\(40[34]\)/);
        expect(world.state(), tool).toEqual(before);
      },
    );
    expect(malformed.wrong).toEqual([]);
    expect(malformed.calls).toBeGreaterThan(400);
    expect(malformed.places).toBeGreaterThan(40);
  }, 600_000);

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
