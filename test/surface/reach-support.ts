import fc from 'fast-check';
import { type Arguments, type FoundId, idsIn, type Operation } from '../../src/operations/index.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { argumentsOf } from '../operations/arbitrary.ts';
import type { McpConnection } from '../support/clients.ts';

export const FORBIDDEN = 'forbidden1';

/** Ids within the restrictions, by kind. */
export const ALLOWED: Readonly<Record<string, string>> = {
  organization: 'o1',
  space: 's1',
  site: 't1',
  collection: 'c1',
};

/** A call of a tool in which one field with an id can have any value. */
export interface Attempt {
  tool: Tool;
  at: string;
  kind: string;
  /** Valid arguments, with only allowed ids, and with this value at the field. */
  withValue: (value: unknown) => Arguments;
}

const SAMPLES = 5;

/** One attempt for each field with an id of a tool, at any depth. */
export function attemptsOf(tool: Tool): Attempt[] {
  const attempts = new Map<string, Attempt>();
  const { input, operation } = tool;
  const valid = argumentsOf({ body: {}, ...operation, input } as Operation);
  for (const sample of fc.sample(valid, { numRuns: SAMPLES, seed: 1 })) {
    for (const { path, kind, isKey } of idsIn(input, sample)) {
      const at = path.map((step) => (typeof step === 'number' ? '[]' : step)).join('.');
      if (isKey || attempts.has(at)) continue;
      const args = allowedBeside(tool, sample, String(path[0]));
      attempts.set(at, { tool, at, kind, withValue: (value) => put(tool, args, path, value) });
    }
  }
  return [...attempts.values()];
}

/** As much of the arguments as the rules of the tool allow beside this one. */
function allowedBeside(tool: Tool, sample: Arguments, kept: string): Arguments {
  const isValid = (args: Arguments) => tool.check?.(args) === undefined;
  if (isValid(sample)) return sample;
  const isNeeded = (name: string) =>
    name === kept || tool.input.shape[name]?.safeParse(undefined).success === false;
  const entries = Object.entries(sample);
  const least = Object.fromEntries(entries.filter(([name]) => isNeeded(name)));
  const pairs = entries.flatMap((one) =>
    entries.map((other) => ({ ...least, ...Object.fromEntries([one, other]) })),
  );
  return [least, ...pairs].find(isValid) ?? sample;
}

function put({ input }: Tool, sample: Arguments, path: FoundId['path'], value: unknown): Arguments {
  const args = structuredClone(sample);
  for (const id of idsIn(input, sample)) {
    if (!id.isKey) set(args, id.path, ALLOWED[id.kind] ?? id.value);
  }
  set(args, path, value);
  return args;
}

function set(args: Arguments, path: FoundId['path'], value: unknown): void {
  const holder = path.slice(0, -1).reduce<unknown>((node, step) => (node as never)[step], args);
  (holder as Record<string | number, unknown>)[path.at(-1) as string | number] = value;
}

/** Everything in an unrestricted server that takes ids, except tools. */
export interface Doors {
  templates: string[];
  prompts: { name: string; arguments: string[] }[];
}

export async function doorsOf({ client }: McpConnection): Promise<Doors> {
  const { resourceTemplates } = await client.listResourceTemplates();
  const { prompts } = await client.listPrompts();
  return {
    templates: resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    prompts: prompts.map((prompt) => ({
      name: prompt.name,
      arguments: (prompt.arguments ?? []).map(({ name }) => name),
    })),
  };
}

export type Values = Record<string, string>;

/** For each restricted name among these, a set of values in which only that one is not allowed. */
export function valuesOf(
  names: readonly string[],
  restricted: RegExp,
  forbidden: string = FORBIDDEN,
): { at: string; values: Values }[] {
  return names
    .filter((name) => restricted.test(name))
    .map((at) => ({
      at,
      values: Object.fromEntries(
        names.map((name) => [name, name === at ? forbidden : (ALLOWED[kindOf(name)] ?? 'x1')]),
      ),
    }));
}

/** The kind of thing that an argument names. */
function kindOf(name: string): string {
  return name.replace(/Id$/, '').replace(/^guideS/, 's');
}

export function variablesOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

/** Calls that complete each of these names, with the others as context. */
export function completionsOf(
  ref: { type: 'ref/resource'; uri: string } | { type: 'ref/prompt'; name: string },
  names: readonly string[],
  values: Values,
) {
  return names.map((name) => ({
    ref,
    argument: { name, value: '' },
    context: { arguments: values },
  }));
}
