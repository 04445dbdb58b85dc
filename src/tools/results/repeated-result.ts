import { deepFreeze } from '../../json/index.ts';
import { renewFences } from '../../text/index.ts';
import type { Tool } from '../tool.ts';
import type { AnsweredCall } from './facts.ts';
import type { ToolResult } from './result.ts';

interface KeptResult {
  tool: Tool;
  /** Everything else that a result depends on. */
  asked: string;
  result: ToolResult;
}

/** The last result made of each repeated answer. */
const kept = new WeakMap<object, KeptResult>();

/**
 * The result of a call. If the platform sent the same answer before, which the client shows by freezing it, and the
 * call is the same too, the result is the same with new marks.
 */
export function repeatedResult(
  answered: AnsweredCall,
  maxTokens: number,
  make: (answered: AnsweredCall, maxTokens: number) => ToolResult | Promise<ToolResult>,
): ToolResult | Promise<ToolResult> {
  const { tool, answer, args, written } = answered;
  const isRepeated = typeof answer === 'object' && answer !== null && Object.isFrozen(answer);
  if (!isRepeated) return make(answered, maxTokens);
  const asked = JSON.stringify([maxTokens, args, written]);
  const known = kept.get(answer);
  if (known?.tool === tool && known.asked === asked) return withNewFences(known.result);
  const keep = (result: ToolResult): ToolResult => {
    const json = JSON.stringify(result.text);
    kept.set(answer, { tool, asked, result: deepFreeze({ ...result, json }) });
    return result;
  };
  const result = make(answered, maxTokens);
  return result instanceof Promise ? result.then(keep) : keep(result);
}

function withNewFences(result: ToolResult): ToolResult {
  const { text, json, structured } = result;
  const renewed = structured && renewFences(structured);
  if (!renewed) return { ...result };
  return {
    ...result,
    text: renewed.inText(text),
    ...(json !== undefined && { json: renewed.inText(json) }),
    structured: renewed.facts,
  };
}
