import type { Arguments } from '../../operations/index.ts';
import { fenceBodies } from '../../text/index.ts';
import type { Tool } from '../tool.ts';
import { largest } from './longest.ts';
import { loadTokenizer } from './tokens.ts';
import { type Facts, type View, views } from './view.ts';

/** Tokens that a result may have when the operator says nothing else. */
export const DEFAULT_RESULT_TOKENS = 10_000;

/** The facts that the arguments ask for, cut to the budget. Nothing is cut without saying so. */
export async function withinBudget(
  tool: Tool,
  facts: Facts,
  args: Arguments,
  maxTokens: number,
): Promise<Facts> {
  const view: View | undefined = tool.operation?.view && views[tool.operation.view];
  const selected = (await view?.select?.(facts, args)) ?? facts;
  const written = (candidate: Facts) => JSON.stringify(fenceBodies(candidate));
  // A token is at least one byte, so a text of so few bytes fits without being counted.
  if (Buffer.byteLength(written(selected)) <= maxTokens) return selected;
  const countTokens = await loadTokenizer();
  const fits = (candidate: Facts) => countTokens(written(candidate)) <= maxTokens;
  if (fits(selected)) return selected;
  const shrunk = (await (view ?? fallback(selected)).shrink(selected, fits, args)) as Facts;
  return fits(shrunk) ? shrunk : textCut(shrunk, fits);
}

function fallback(facts: Facts): Pick<View, 'shrink'> {
  return Array.isArray(facts.items) ? views.list : { shrink: textCut };
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
