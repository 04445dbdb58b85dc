import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import contract from '../fixtures/contract/operations.json' with { type: 'json' };
import type { McpConnection } from '../support/clients.ts';
import { type Args, asText, mistakesOf } from './every-tool/mistakes.ts';
import { type Known, SEEDED, type Step } from './every-tool/scenario.ts';
import { createWorld, type World } from './every-tool/world.ts';

const ajv = new Ajv({ strict: false });

/** What no message may show: a token, or where in the program something went wrong. */
const NEVER_SHOWN = /demo-\w+-token|\n\s+at |\.[jt]s:\d+/;

type Rehearse = (step: Step, args: Args) => Promise<void>;

/** Calls every tool as the scenario says, and checks the answers; before each call something may be rehearsed. */
async function play(world: World, send: (args: Args) => Args, rehearse?: Rehearse): Promise<void> {
  const known: Known = { ...SEEDED };
  for (const step of world.steps) {
    const { inputSchema, outputSchema } = world.tools.get(step.tool) ?? {};
    // An organization may be left out where there is one alone; here there are two.
    const taken = Object.keys(inputSchema?.properties ?? {}).filter(
      (name) => name === 'organizationId',
    );
    const ids = [...(inputSchema?.required ?? []), ...taken].filter((name) => name in known);
    const args = { ...Object.fromEntries(ids.map((id) => [id, known[id]])), ...step.args?.(known) };
    if (step.until) await settled(world, step, args);
    await rehearse?.(step, args);
    const { structuredContent, isError, content } = await world.admin.call(step.tool, send(args));
    expect(isError, `${step.tool} ${JSON.stringify(args)}: ${content[0]?.text}`).toBeFalsy();
    const validate = ajv.compile(outputSchema ?? {});
    expect(validate(structuredContent), `${step.tool}: ${ajv.errorsText(validate.errors)}`).toBe(
      true,
    );
    Object.assign(known, step.learn?.(structuredContent ?? {}));
  }
}

async function settled({ admin }: World, { tool, until = {} }: Step, args: Args): Promise<void> {
  await expect.poll(() => admin.facts(tool, args), { timeout: 20_000 }).toMatchObject(until);
}

/** What the refusal of a call says. */
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
    world = await createWorld();
  });

  afterAll(() => world.close());

  it('has a valid call in the scenario', () => {
    const called = new Set(world.steps.map(({ tool }) => tool));
    expect([...world.tools.keys()].filter((name) => !called.has(name))).toEqual([]);
    expect(world.tools.size).toBeGreaterThan(contract.length);
  });

  it('refuses each mistake and each reader by name, changes nothing by that, and takes the valid call', async () => {
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
          // What cannot be an id is taken for a name, and the refusal quotes it.
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

describe('every tool, as a host calls it that sends JSON as text', () => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld();
  });

  afterAll(() => world.close());

  it('answers a valid call as its output schema says', async () => {
    await play(world, asText);
  }, 120_000);
});
