import type { Arguments } from '../../operations/index.ts';
import { hasForeignText } from '../../operations/index.ts';
import { createFence, markUntrusted } from '../../text/index.ts';
import type { Tool } from '../tool.ts';
import { views } from './index.ts';
import { largest } from './longest.ts';
import { loadTokenizer } from './tokens.ts';
import type { Facts, Fits, View } from './view.ts';

/** No text that people write has more characters in a token, on the average. */
const MAX_CHARACTERS_A_TOKEN = 8;

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
  const counter = await loadTokenizer();
  const mostCharacters = maxTokens * MAX_CHARACTERS_A_TOKEN;
  if (text.length <= mostCharacters && counter.fits(text, maxTokens)) return { facts: whole, text };
  const fits = (candidate: Facts) => counter.fits(JSON.stringify(candidate), maxTokens);
  const shrink = (view ?? fallback(selected))?.shrink;
  const budget: Fits = { fits: (candidate) => fits(marked(candidate)), mostCharacters };
  const takes = new Set(Object.keys(tool.input.shape));
  const shrunk = shrink ? ((await shrink(selected, budget, takes)) as Facts) : selected;
  const fitting = marked(shrunk);
  return { facts: fits(fitting) ? fitting : marked(textCut(shrunk, budget)) };
}

function fallback(facts: Facts): View | undefined {
  return Array.isArray(facts.items) ? views.list : undefined;
}

/** What has no better form is cut as text. */
function textCut(facts: Facts, { fits, mostCharacters }: Fits): Facts {
  const text = JSON.stringify(facts);
  const cut = (end: number): Facts => ({
    text: text.slice(0, end),
    cut: `The answer does not fit: ${text.length - end} of ${text.length} characters are left out.`,
  });
  const most = Math.min(text.length, mostCharacters);
  return cut(largest(most, (end) => fits(cut(end))));
}
