import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Of the answer of a write, besides its diff. */
const MOST = 80;

/** Writes whose answers may be longer: create_saml_provider gives three addresses to enter elsewhere. */
const LONGER = ['create_saml_provider'];

/** What a write did, one by one, and remarks on that: it grows with what was asked for. */
const DIFF = [
  ...['pages', 'live', 'changes', 'diff', 'diffs', 'left', 'results', 'badLinks'],
  ...['replaced', 'changedPages', 'pagesRead', 'links', 'note'],
];

/** The answers of writes that take more than a write may. */
export function tooLong(answers: readonly (readonly [tool: string, text: string])[]) {
  return answers.filter(([tool, text]) => !LONGER.includes(tool) && tokensBesideDiff(text) > MOST);
}

/** What is random in an answer, each with a value of usual length in tokens, so that no run differs from another. */
const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/\b[A-Za-z0-9]{20}\b/g, 'kmBrcfIkSeuVCGDS9fXr'],
  [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:45117'],
  [/untrusted-\d{12}/g, 'untrusted-672783155644'],
];

/** What the answer of a write takes, in o200k tokens, without its diff and the marks around that. */
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
