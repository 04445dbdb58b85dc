import type { Arguments } from '../../operations/index.ts';
import { hasForeignText } from '../../operations/index.ts';
import { createFence, type Fence, markUntrusted } from '../../text/index.ts';
import type { Tool } from '../tool.ts';
import { checkFields, pickFields, picksFields } from './fields.ts';
import { views } from './index.ts';
import { partsThatFit } from './parts.ts';
import { loadTokenizer } from './tokens.ts';
import type { Budget, Facts, View } from './view.ts';

/** Maximum bytes of a UTF-16 unit in UTF-8. */
const MAX_BYTES_A_CHARACTER = 3;

/**
 * Real texts have at least this many bytes per token on average, which is good enough for a limit that is only a habit.
 */
const USUAL_BYTES_A_TOKEN = 2;

/** No natural text has more characters per token on average. */
const MAX_CHARACTERS_A_TOKEN = 8;

/** Facts that fit, and their JSON if it was created to check that. */
export interface Shown {
  facts: Facts;
  text?: string;
}

/**
 * The requested part of the facts, truncated to the budget, and fenced if it may contain foreign text. Every
 * truncation is stated. Returns a promise only if it has to wait.
 */
export function withinBudget(
  tool: Tool,
  facts: Facts,
  args: Arguments,
  allowedTokens: number,
): Shown | Promise<Shown> {
  const view: View | undefined = tool.operation?.view && views[tool.operation.view];
  const { usualTokens = allowedTokens } = args.fields === undefined ? (view ?? {}) : {};
  const maxTokens = Math.min(usualTokens, allowedTokens);
  // A token has at least one byte.
  const plainBytes = Math.min(usualTokens * USUAL_BYTES_A_TOKEN, allowedTokens);
  const limits = { maxTokens, plainBytes };
  checkFields(tool, facts, args);
  const selected = view?.select ? view.select(facts, args) : picked(tool, facts, args);
  return selected instanceof Promise
    ? selected.then((part) => shownWithin(tool, part, limits))
    : shownWithin(tool, selected, limits);
}

interface Limits {
  maxTokens: number;
  /** A text with at most this many bytes fits without counting. */
  plainBytes: number;
}

/** The selected facts, whole or shortened. */
function shownWithin(
  tool: Tool,
  selected: Facts,
  { maxTokens, plainBytes }: Limits,
): Shown | Promise<Shown> {
  // The same marks each time, since different marks may take a different number of tokens.
  const fence = createFence();
  const all = marked(tool, selected, fence);
  const text = JSON.stringify(all);
  const isShort = text.length * MAX_BYTES_A_CHARACTER <= plainBytes;
  if (isShort || Buffer.byteLength(text) <= plainBytes) return { facts: all, text };
  return fitting(tool, selected, fence, maxTokens, { facts: all, text });
}

/** The whole, if counting its tokens shows that it fits; otherwise as much of it as does. */
async function fitting(
  tool: Tool,
  selected: Facts,
  fence: Fence,
  maxTokens: number,
  all: Required<Shown>,
): Promise<Shown> {
  const counter = await loadTokenizer();
  const mostCharacters = maxTokens * MAX_CHARACTERS_A_TOKEN;
  const { text } = all;
  if (text.length <= mostCharacters && counter.fits(text, maxTokens)) return all;
  const view = tool.operation?.view && views[tool.operation.view];
  const fits = (candidate: Facts) => counter.fits(JSON.stringify(candidate), maxTokens);
  const shrink = (view ?? fallback(selected))?.shrink;
  const budget: Budget = {
    fits: (candidate) => fits(marked(tool, candidate, fence)),
    mostCharacters,
  };
  const takes = new Set(Object.keys(tool.input.shape));
  const shrunk = shrink ? ((await shrink(selected, budget, takes)) as Facts) : selected;
  const last = marked(tool, shrunk, fence);
  return {
    facts: fits(last) ? last : marked(tool, await partsThatFit(shrunk, budget), fence),
  };
}

/** The facts between marks if they may contain foreign text. */
function marked(tool: Tool, facts: Facts, fence: Fence): Facts {
  return tool.trustedOutput || !hasForeignText(facts, tool.output)
    ? facts
    : markUntrusted(facts, fence);
}

function picked(tool: Tool, facts: Facts, args: Arguments): Facts {
  return picksFields(tool) ? pickFields(facts, args) : facts;
}

function fallback(facts: Facts): View | undefined {
  return Array.isArray(facts.items) ? views.list : undefined;
}
