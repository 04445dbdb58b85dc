import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type PlatformClient } from '../../src/client/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';
import contract from '../fixtures/contract/operations.json' with { type: 'json' };
import type { McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';
import { type Args, asText, mistakesOf } from './every-tool/mistakes.ts';
import { play } from './every-tool/play.ts';
import { scenario } from './every-tool/scenario.ts';
import { createWorld, type World } from './every-tool/world.ts';

/** No message may contain a token or a location in the program. */
const NEVER_SHOWN = /demo-\w+-token|\n\s+at |\.[jt]s:\d+/;

interface Refused {
  isError?: boolean;
  text: string;
}

type Call = (tool: string, args: Args) => Promise<Refused>;

const through =
  ({ call }: McpConnection): Call =>
  async (tool, args) => {
    const { isError, content } = await call(tool, args);
    return { isError, text: content[0]?.text ?? '' };
  };

/** Calls the tools of this process, where thousands of calls cost little. */
const within =
  (client: PlatformClient): Call =>
  async (tool, args) => {
    const outcome = await surface.call(tool, args, { client, token: 'demo-admin-token' });
    if (!outcome || 'question' in outcome) throw new Error(`${tool} gave no result`);
    return outcome;
  };

const surface = surfaceOf({ api: 'contract', toolsets: ['all'], confirm: 'never' });

/** The text of a refused call. */
async function refusal(call: Call, tool: string, args: Args, label: string) {
  const { isError, text } = await call(tool, args);
  expect(isError, `${label}: ${text}`).toBe(true);
  expect(text, label).not.toMatch(NEVER_SHOWN);
  return text;
}

describe('every tool, against the embedded platform', () => {
  let world: World;
  let client: PlatformClient;

  beforeAll(async () => {
    world = await createWorld('contract', scenario);
    client = createClient({ baseUrl: world.url, userAgent: 'test/1', timeoutMs: 30_000 });
  });

  afterAll(async () => {
    await client.close();
    await world.close();
  });

  it('has a valid call in the scenario', () => {
    const called = new Set(world.steps.map(({ tool }) => tool));
    expect([...world.tools.keys()].filter((name) => !called.has(name))).toEqual([]);
    expect(world.tools.size).toBeGreaterThan(contract.length);
  });

  it('names each mistake and each missing right, changes nothing, and accepts the valid call of a host that sends JSON as text', async () => {
    const refused = { mistakes: 0, writes: 0 };
    // Resolving a name reads everything that a token can reach, so one attempt for each kind of object is enough.
    const lookedFor = new Set<string>();
    await play(
      world,
      // Only the administrator's host sends JSON as text.
      asText,
      async (step, args) => {
        const before = world.state();
        const schema = await world.fullSchema(step.tool);
        const mistakes = shareOf(mistakesOf({ tool: step.tool, schema, args })).filter(
          ({ orSays = '' }) => !lookedFor.has(orSays),
        );
        for (const { orSays } of mistakes) if (orSays) lookedFor.add(orSays);
        // One mistake for each tool, in turn of every kind, goes through the spawned program.
        const spawned = refused.mistakes % mistakes.length;
        for (const [at, mistake] of mistakes.entries()) {
          const { what, names, orSays = names } = mistake;
          const label = `${step.tool}, ${what} ${names}`;
          const call = at === spawned ? through(world.admin) : within(client);
          const told = await refusal(call, step.tool, mistake.args, label);
          if (!told.includes(orSays)) expect.soft(told, label).toContain(names);
          refused.mistakes += 1;
        }
        if (!world.tools.get(step.tool)?.annotations.readOnlyHint) {
          expect(await refusal(through(world.reader), step.tool, args, step.tool)).toMatch(
            /\(40[34]\)/,
          );
          refused.writes += 1;
        }
        expect(world.state(), step.tool).toEqual(before);
      },
    );
    expect(refused.mistakes).toBeGreaterThan(2_000);
    expect(refused.writes).toBeGreaterThan(70);
  }, 180_000);
});
