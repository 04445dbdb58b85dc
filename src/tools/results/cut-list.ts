import type { Tool } from '../tool.ts';
import type { ToolResult } from './result.ts';

/**
 * How many items of a list fit, if it was cut and the platform can send a page of that size, whose cursor continues
 * where it ends.
 */
export function fittingItems({ operation, effect }: Tool, result: ToolResult): number | undefined {
  if (effect !== 'read' || !operation?.paged || operation.view !== 'list') return undefined;
  const { items, cut, next } = result.structured ?? {};
  if (typeof cut !== 'string' || next !== undefined || !Array.isArray(items)) return undefined;
  return items.length > 0 ? items.length : undefined;
}

/** Whether the list is complete up to its cursor. */
export function goesOn({ structured: { cut, next } = {} }: ToolResult): boolean {
  return cut === undefined && next !== undefined;
}
