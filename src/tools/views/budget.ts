import type { Arguments } from '../../operations/index.ts';
import { createFence, type Fence, fenceBodies } from '../../text/index.ts';
import type { Tool } from '../tool.ts';
import { largest } from './longest.ts';
import { loadTokenizer } from './tokens.ts';
import { type Facts, type View, views } from './view.ts';

/** Facts that fit, and their JSON where it was made to find that out. */
export interface Shown {
  facts: Facts;
  text?: string;
}

/**
 * The facts that the arguments ask for, with people's texts fenced, cut to the budget. Nothing is cut without
 * saying so.
 */
export async function withinBudget(
  tool: Tool,
  facts: Facts,
  args: Arguments,
  maxTokens: number,
): Promise<Shown> {
  const view: View | undefined = tool.operation?.view && views[tool.operation.view];
  const selected = view?.select ? await view.select(facts, args) : facts;
  const fence = createFence();
  const whole = fenceBodies(selected, fence);
  // A token is at least one byte, so a text of so few bytes fits without being counted.
  const text = JSON.stringify(whole);
  if (Buffer.byteLength(text) <= maxTokens) return { facts: whole, text };
  const countTokens = await loadTokenizer();
  if (countTokens(text) <= maxTokens) return { facts: whole, text };
  const fits = (fenced: Facts) => countTokens(JSON.stringify(fenced)) <= maxTokens;
  const shrink = (view ?? fallback(selected))?.shrink;
  const bare = (candidate: Facts) => fits(fenceBodies(candidate, fence));
  const takes = new Set(Object.keys(tool.input.shape));
  const shrunk = shrink ? ((await shrink(selected, bare, takes)) as Facts) : selected;
  const fenced = fenceBodies(shrunk, fence);
  return { facts: fits(fenced) ? fenced : textCut(shrunk, fence, fits) };
}

function fallback(facts: Facts): View | undefined {
  return Array.isArray(facts.items) ? views.list : undefined;
}

/** What has no better form is cut as text, all of which counts as written by others. */
function textCut(facts: Facts, fence: Fence, fits: (facts: Facts) => boolean): Facts {
  const text = JSON.stringify(facts);
  const cut = (end: number): Facts => ({
    text: fence.wrap(text.slice(0, end), { kind: 'answer' }),
    cut: `The answer does not fit: ${text.length - end} of ${text.length} characters are left out.`,
  });
  return cut(largest(text.length, (end) => fits(cut(end))));
}
