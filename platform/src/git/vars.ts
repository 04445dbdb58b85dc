import { parseYaml } from '../workers/yaml.ts';

/** Values of variables by name. */
export type Vars = Readonly<Record<string, string>>;

/** The variables of all pages, from the root of the space's folder. */
export const VARS_FILE = '.gitbook/vars.yaml';

const NAME = /^[A-Za-z]\w{0,99}$/;

const MAX_VARS = 1_000;

/** A page may show one value thousands of times. */
const MAX_VALUE = 1_000;

/** The variables in a `.gitbook/vars.yaml`; none if it is not valid, as pages are readable without them. */
export function readVars(yaml: string): Vars {
  try {
    return varsIn(parseYaml(yaml, { uniqueKeys: false }));
  } catch {
    return {};
  }
}

/** The variables among foreign values: texts and numbers with valid names, up to a limit. */
export function varsIn(values: unknown): Vars {
  if (typeof values !== 'object' || values === null) return {};
  const found = Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    const text = typeof value === 'number' ? String(value) : value;
    const isVar = NAME.test(name) && typeof text === 'string' && text.length <= MAX_VALUE;
    return isVar ? [[name, text] as const] : [];
  });
  return Object.fromEntries(found.slice(0, MAX_VARS));
}
