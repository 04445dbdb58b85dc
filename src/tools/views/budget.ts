import type { Arguments } from '../../operations/index.ts';
import { hasForeignText } from '../../operations/index.ts';
import { createFence, markUntrusted } from '../../text/index.ts';
import type { Tool } from '../tool.ts';
import { checkFields, pickFields, picksFields } from './fields.ts';
import { views } from './index.ts';
import { partsThatFit } from './parts.ts';
import { loadTokenizer } from './tokens.ts';
import type { Budget, Facts, View } from './view.ts';

/** Maximum bytes of a UTF-16 unit in UTF-8. */
const MAX_BYTES_A_CHARACTER = 3;

/** No natural text has more characters per token on average. */
const MAX_CHARACTERS_A_TOKEN = 8;

/** Facts that fit, and their JSON if it was created to check that. */
export interface Shown {
  facts: Facts;
  text?: string;
}

/**
 * The requested part of the facts, truncated to the budget, and fenced if it may contain foreign text. Every
 * truncation is stated.
 */
export async function withinBudget(
  tool: Tool,
  facts: Facts,
  args: Arguments,
  allowedTokens: number,
): Promise<Shown> {
  const view: View | undefined = tool.operation?.view && views[tool.operation.view];
  const { usualTokens = allowedTokens } = args.fields === undefined ? (view ?? {}) : {};
  const maxTokens = Math.min(usualTokens, allowedTokens);
  checkFields(tool, facts, args);
  const selected = view?.select ? await view.select(facts, args) : picked(tool, facts, args);
  // The same marks each time, since different marks may take a different number of tokens.
  const fence = createFence();
  const marked = (candidate: Facts) =>
    tool.trustedOutput || !hasForeignText(candidate, tool.output)
      ? candidate
      : markUntrusted(candidate, fence);
  const whole = marked(selected);
  // A token has at least one byte, so a text with this few bytes fits without counting.
  const text = JSON.stringify(whole);
  const isShort = text.length * MAX_BYTES_A_CHARACTER <= maxTokens;
  if (isShort || Buffer.byteLength(text) <= maxTokens) return { facts: whole, text };
  const counter = await loadTokenizer();
  const mostCharacters = maxTokens * MAX_CHARACTERS_A_TOKEN;
  if (text.length <= mostCharacters && counter.fits(text, maxTokens)) return { facts: whole, text };
  const fits = (candidate: Facts) => counter.fits(JSON.stringify(candidate), maxTokens);
  const shrink = (view ?? fallback(selected))?.shrink;
  const budget: Budget = { fits: (candidate) => fits(marked(candidate)), mostCharacters };
  const takes = new Set(Object.keys(tool.input.shape));
  const shrunk = shrink ? ((await shrink(selected, budget, takes)) as Facts) : selected;
  const fitting = marked(shrunk);
  return { facts: fits(fitting) ? fitting : marked(await partsThatFit(shrunk, budget)) };
}

function picked(tool: Tool, facts: Facts, args: Arguments): Facts {
  return picksFields(tool) ? pickFields(facts, args) : facts;
}

function fallback(facts: Facts): View | undefined {
  return Array.isArray(facts.items) ? views.list : undefined;
}
