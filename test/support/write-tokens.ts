import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Maximum tokens of the answer of a write, besides its diff. */
const MOST = 80;

/** Writes whose answers may be longer: create_saml_provider gives three addresses to enter elsewhere. */
const LONGER = ['create_saml_provider'];

/** The individual results of a write, and remarks on them: their length depends on the request. */
const DIFF = [
  ...['pages', 'live', 'changes', 'diff', 'diffs', 'left', 'results', 'badLinks'],
  ...['replaced', 'changedPages', 'pagesRead', 'links', 'note'],
];

/** The answers of writes that take more tokens than a write may. */
export function tooLong(answers: readonly (readonly [tool: string, text: string])[]) {
  return answers.filter(([tool, text]) => !LONGER.includes(tool) && tokensBesideDiff(text) > MOST);
}

/**
 * The random parts of an answer, each replaced by a value with the usual number of tokens, so that all runs are equal.
 */
const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/(?<=["/])[A-Za-z0-9]{20}(?![A-Za-z0-9]|":)/g, 'kmBrcfIkSeuVCGDS9fXr'],
  [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:45117'],
  [/untrusted-\d{12}/g, 'untrusted-672783155644'],
];

/** The tokens of the answer of a write (o200k), without its diff and the marks around that. */
function tokensBesideDiff(text: string): number {
  const all = Object.entries<unknown>(JSON.parse(text));
  const rest = all.filter(([name]) => !DIFF.includes(name));
  const isMarked = rest.length === all.length;
  const shown = isMarked ? rest : rest.filter(([name]) => name !== '!' && name !== '~');
  const usual = RANDOM.reduce(
    (json, [random, value]) => json.replace(random, value),
    JSON.stringify(Object.fromEntries(shown)),
  );
  return countTokens(usual);
}
