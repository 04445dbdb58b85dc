import { closest } from 'fastest-levenshtein';
import type { Tool } from './tool.ts';

/** Which tools are listed. */
export interface Selection {
  /** `default`, `all`, or names of toolsets. */
  readonly toolsets: readonly string[];
  /** Tools listed besides those of the toolsets. */
  readonly tools: readonly string[];
  /** Tools that are neither listed nor reachable in another way. */
  readonly excludeTools: readonly string[];
  /** Nothing that writes is listed or reachable. */
  readonly readOnly: boolean;
}

/** A name in the selection is not known; the message has the nearest one. */
export class SelectionError extends Error {}

/** Names of all toolsets, in the order of the catalogue. */
export function toolsetNames(catalogue: readonly Tool[]): string[] {
  return [...new Set(catalogue.map(({ toolset }) => toolset))];
}

/** What may be called at all, by whatever way. */
export function reachableTools(catalogue: readonly Tool[], selection: Selection): readonly Tool[] {
  const names = catalogue.map(({ name }) => name);
  const excluded = known(selection.excludeTools, names, 'tool');
  return catalogue.filter(
    ({ name, effect }) => !excluded.has(name) && (!selection.readOnly || effect === 'read'),
  );
}

/** What is listed: read-only mode wins over exclusion, that over single tools, those over toolsets. */
export function listedTools(catalogue: readonly Tool[], selection: Selection): readonly Tool[] {
  const toolsets = known(
    selection.toolsets,
    ['default', 'all', ...toolsetNames(catalogue)],
    'toolset',
  );
  const tools = known(
    selection.tools,
    catalogue.map(({ name }) => name),
    'tool',
  );
  return reachableTools(catalogue, selection).filter(
    ({ name, toolset, daily }) =>
      tools.has(name) ||
      toolsets.has('all') ||
      toolsets.has(toolset) ||
      (toolsets.has('default') && daily),
  );
}

function known(names: readonly string[], valid: readonly string[], kind: string): Set<string> {
  const unknown = names.find((name) => !valid.includes(name));
  if (unknown !== undefined) {
    throw new SelectionError(
      `There is no ${kind} ${JSON.stringify(unknown)}; did you mean ${closest(unknown, [...valid])}?`,
    );
  }
  return new Set(names);
}
