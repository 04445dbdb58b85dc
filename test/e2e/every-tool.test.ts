import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import contract from '../fixtures/contract/operations.json' with { type: 'json' };
import type { McpConnection } from '../support/clients.ts';
import { type Args, asText, mistakesOf } from './every-tool/mistakes.ts';
import { play } from './every-tool/play.ts';
import { scenario } from './every-tool/scenario.ts';
import { createWorld, type World } from './every-tool/world.ts';

/** What no message may contain: a token, or a location in the program. */
const NEVER_SHOWN = /demo-\w+-token|\n\s+at |\.[jt]s:\d+/;

/** The text of a refused call. */
async function refusal({ call }: McpConnection, tool: string, args: Args, label: string) {
  const { isError, content } = await call(tool, args);
  const text = content[0]?.text ?? '';
  expect(isError, `${label}: ${text}`).toBe(true);
  expect(text, label).not.toMatch(NEVER_SHOWN);
  return text;
}

describe('every tool, against the embedded platform', () => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld('contract', scenario);
  });

  afterAll(() => world.close());

  it('has a valid call in the scenario', () => {
    const called = new Set(world.steps.map(({ tool }) => tool));
    expect([...world.tools.keys()].filter((name) => !called.has(name))).toEqual([]);
    expect(world.tools.size).toBeGreaterThan(contract.length);
  });

  it('names each mistake and each missing right, changes nothing, and accepts the valid call', async () => {
    const refused = { mistakes: 0, writes: 0 };
    await play(
      world,
      (args) => args,
      async (step, args) => {
        const before = world.state();
        const schema = await world.fullSchema(step.tool);
        for (const mistake of mistakesOf({ tool: step.tool, schema, args })) {
          const label = `${step.tool}, ${mistake.what}`;
          const told = await refusal(world.admin, step.tool, mistake.args, label);
          // A value that cannot be an id is treated as a name, and the refusal quotes it.
          const quoted = /Nothing was sent: .*"a[ /]b"/.test(told);
          if (!quoted) expect(told).toContain(mistake.names);
          refused.mistakes += 1;
        }
        if (!world.tools.get(step.tool)?.annotations.readOnlyHint) {
          expect(await refusal(world.reader, step.tool, args, step.tool)).toMatch(/\(40[34]\)/);
          refused.writes += 1;
        }
        expect(world.state(), step.tool).toEqual(before);
      },
    );
    expect(refused.mistakes).toBeGreaterThan(4_500);
    expect(refused.writes).toBeGreaterThan(70);
  }, 180_000);
});

describe('every tool, called by a host that sends JSON as text', () => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld('contract', scenario);
  });

  afterAll(() => world.close());

  it('answers a valid call according to its output schema', async () => {
    await play(world, asText);
  }, 120_000);
});
