/** Counts the tokens of a text as models of the o200k family do. */
export type CountTokens = (text: string) => number;

let loaded: Promise<CountTokens> | undefined;

/** The tokenizer; its tables are large, so it is loaded only when an answer may not fit. */
export function loadTokenizer(): Promise<CountTokens> {
  loaded ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => countTokens);
  return loaded;
}
