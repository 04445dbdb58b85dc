import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** The cost of an attempt. */
export interface Cost {
  calls: number;
  /** Calls that the server refused or that failed. */
  refused: number;
  /** Tokens of all results, in the o200k encoding. */
  tokens: number;
}

export const NO_COST: Cost = { calls: 0, refused: 0, tokens: 0 };

/** Adds the result of a tool to the cost: the text that a model sees. */
export function withResult(cost: Cost, { content, isError }: ToolResult): Cost {
  const text = content.map((part) => part.text ?? '').join('\n');
  return {
    calls: cost.calls + 1,
    refused: cost.refused + (isError ? 1 : 0),
    tokens: cost.tokens + countTokens(text),
  };
}

export interface ToolResult {
  content: { type: string; text?: string }[];
  isError?: boolean;
}
