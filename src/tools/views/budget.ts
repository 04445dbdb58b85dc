import type { Arguments } from '../../operations/index.ts';
import { hasForeignText } from '../../operations/index.ts';
import { createFence, markUntrusted } from '../../text/index.ts';
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
 * The facts that the arguments ask for, cut to the budget, and between marks where any of it may be a text that
 * others wrote. Nothing is cut without saying so.
 */
export async function withinBudget(
  tool: Tool,
  facts: Facts,
  args: Arguments,
  maxTokens: number,
): Promise<Shown> {
  const view: View | undefined = tool.operation?.view && views[tool.operation.view];
  const selected = view?.select ? await view.select(facts, args) : facts;
  // The same marks each time, since others may take another number of tokens.
  const fence = createFence();
  const marked = (candidate: Facts) =>
    tool.ours || !hasForeignText(candidate, tool.output)
      ? candidate
      : markUntrusted(candidate, `result of ${tool.name}`, fence);
  const whole = marked(selected);
  // A token is at least one byte, so a text of so few bytes fits without being counted.
  const text = JSON.stringify(whole);
  if (Buffer.byteLength(text) <= maxTokens) return { facts: whole, text };
  const countTokens = await loadTokenizer();
  if (countTokens(text) <= maxTokens) return { facts: whole, text };
  const fits = (candidate: Facts) => countTokens(JSON.stringify(candidate)) <= maxTokens;
  const shrink = (view ?? fallback(selected))?.shrink;
  const fitsMarked = (candidate: Facts) => fits(marked(candidate));
  const takes = new Set(Object.keys(tool.input.shape));
  const shrunk = shrink ? ((await shrink(selected, fitsMarked, takes)) as Facts) : selected;
  const fitting = marked(shrunk);
  return { facts: fits(fitting) ? fitting : marked(textCut(shrunk, fitsMarked)) };
}

function fallback(facts: Facts): View | undefined {
  return Array.isArray(facts.items) ? views.list : undefined;
}

/** What has no better form is cut as text. */
function textCut(facts: Facts, fits: (facts: Facts) => boolean): Facts {
  const text = JSON.stringify(facts);
  const cut = (end: number): Facts => ({
    text: text.slice(0, end),
    cut: `The answer does not fit: ${text.length - end} of ${text.length} characters are left out.`,
  });
  return cut(largest(text.length, (end) => fits(cut(end))));
}
