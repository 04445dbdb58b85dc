import { Ajv } from 'ajv';
import { expect } from 'vitest';
import { FOR_DESCRIPTIONS } from '../../support/published.ts';
import { tooLong } from '../../support/write-tokens.ts';
import type { Args } from './mistakes.ts';
import { type Known, SEEDED, type Step } from './scenario.ts';
import type { World } from './world.ts';

const ajv = new Ajv(FOR_DESCRIPTIONS);

/** Tools with a list as their answer, which must state the number of items. */
const LISTING = /^(list|search|stream)_|^(audit_links|find_in_pages|page_history)$/;

/** Tools that state it in another field. */
const TELLS_HOW_MANY: Readonly<Record<string, string>> = {
  find_in_pages: 'complete',
  stream_ask_organization: 'answer',
};

type Rehearse = (step: Step, args: Args) => Promise<void>;

/** Calls every tool as in the scenario, and checks the answers. Runs `rehearse`, if given, before each call. */
export async function play(
  world: World,
  send: (args: Args) => Args,
  rehearse?: Rehearse,
): Promise<void> {
  const known: Known = { ...SEEDED };
  for (const step of world.steps) {
    const { inputSchema, outputSchema } = world.tools.get(step.tool) ?? {};
    // The organization is optional if there is only one; here there are two.
    const taken = Object.keys(inputSchema?.properties ?? {}).filter(
      (name) => name === 'organizationId',
    );
    const ids = [...(inputSchema?.required ?? []), ...taken].filter((name) => name in known);
    const args = { ...Object.fromEntries(ids.map((id) => [id, known[id]])), ...step.args?.(known) };
    if (step.until) await settled(world, step, args);
    await rehearse?.(step, args);
    const { structuredContent, isError, content } = await world.admin.call(step.tool, send(args));
    expect(isError, `${step.tool} ${JSON.stringify(args)}: ${content[0]?.text}`).toBeFalsy();
    if (!world.tools.get(step.tool)?.annotations.readOnlyHint) {
      expect(tooLong([[step.tool, content[0]?.text ?? '{}']])).toEqual([]);
    }
    const validate = ajv.compile(outputSchema ?? {});
    expect(validate(structuredContent), `${step.tool}: ${ajv.errorsText(validate.errors)}`).toBe(
      true,
    );
    if (LISTING.test(step.tool)) {
      expect(structuredContent, step.tool).toHaveProperty(TELLS_HOW_MANY[step.tool] ?? 'count');
    }
    Object.assign(known, step.learn?.(structuredContent ?? {}));
  }
}

async function settled({ admin }: World, { tool, until = {} }: Step, args: Args): Promise<void> {
  await expect.poll(() => admin.facts(tool, args)).toMatchObject(until);
}
