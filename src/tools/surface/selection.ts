import { asGiven } from '../../text/as-given.ts';
import { suggestion } from '../arguments/nearest-name.ts';
import type { Tool } from '../tool.ts';

/** What decides whether a tool is listed. */
export type Listable = Pick<
  Tool,
  'name' | 'aliases' | 'toolset' | 'effect' | 'byDefault' | 'calls'
>;

/** Selects the listed tools. */
export interface Selection {
  /** `default`, `all`, or names of toolsets. */
  readonly toolsets: readonly string[];
  /** Tools to list besides those of the toolsets. */
  readonly tools: readonly string[];
  /** Tools that are neither listed nor callable in any other way. */
  readonly excludeTools: readonly string[];
  /** Whether everything that writes is neither listed nor callable. */
  readonly readOnly: boolean;
}

/** Names that stand for several toolsets. */
const EVERY_TOOLSET = ['default', 'all'];

/** A name in the selection is unknown. The message suggests the nearest one. */
export class SelectionError extends Error {}

/** Names of all toolsets, in the order of the catalogue. */
export function toolsetNames(catalogue: readonly Pick<Tool, 'toolset'>[]): string[] {
  return [...new Set(catalogue.map(({ toolset }) => toolset))];
}

/**
 * Checks the names of a selection.
 * @throws {SelectionError} for one that is not in the catalogue.
 */
export function checkNames(catalogue: readonly Listable[], selection: Partial<Selection>): void {
  const { toolsets = [], tools = [], excludeTools = [] } = selection;
  const names = catalogue.map(({ name }) => name);
  check(toolsets, [...EVERY_TOOLSET, ...toolsetNames(catalogue)], 'toolset');
  check([...tools, ...excludeTools], names, 'tool');
}

/** Whether a tool may be called at all. An excluded operation is not called by workflows either. */
export function reachableTools<T extends Listable>(
  catalogue: readonly T[],
  { excludeTools, readOnly }: Selection,
): readonly T[] {
  const excluded = new Set(excludeTools);
  return catalogue.filter(
    ({ name, effect, calls = [] }) =>
      ![name, ...calls].some((called) => excluded.has(called)) && (!readOnly || effect === 'read'),
  );
}

/**
 * Whether a tool is listed. Read-only mode overrides exclusion, exclusion overrides single tools, and those override
 * toolsets.
 */
export function listedTools<T extends Listable>(
  catalogue: readonly T[],
  selection: Selection,
): readonly T[] {
  const toolsets = new Set(selection.toolsets);
  const tools = new Set(selection.tools);
  return reachableTools(catalogue, selection).filter(
    ({ name, toolset, byDefault }) =>
      tools.has(name) ||
      toolsets.has('all') ||
      toolsets.has(toolset) ||
      (toolsets.has('default') && byDefault),
  );
}

function check(names: readonly string[], valid: readonly string[], kind: string): void {
  const unknown = names.find((name) => !valid.includes(name));
  if (unknown === undefined) return;
  throw new SelectionError(
    `There is no ${kind} ${asGiven(unknown)}${suggestion(unknown, valid) || '.'}`,
  );
}
