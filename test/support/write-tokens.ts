import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Of the answer of a write, besides its diff. */
const MOST = 80;

/** Writes whose answers may be longer: create_saml_provider gives three addresses to enter elsewhere. */
const LONGER = ['create_saml_provider'];

/** What a write did, one by one, and remarks on that: it grows with what was asked for. */
const DIFF = [
  ...['pages', 'live', 'changes', 'diff', 'diffs', 'left', 'results', 'badLinks'],
  ...['replaced', 'changedPages', 'pagesRead', 'note'],
];

/** The answers of writes that take more than a write may. */
export function tooLong(answers: readonly (readonly [tool: string, text: string])[]) {
  return answers.filter(([tool, text]) => !LONGER.includes(tool) && tokensBesideDiff(text) > MOST);
}

/** What the answer of a write takes, in o200k tokens, without its diff and the marks around that. */
function tokensBesideDiff(text: string): number {
  const all = Object.entries<unknown>(JSON.parse(text));
  const rest = all.filter(([name]) => !DIFF.includes(name));
  const isMarked = rest.length === all.length;
  const shown = isMarked ? rest : rest.filter(([name]) => name !== '!' && name !== '~');
  return countTokens(JSON.stringify(Object.fromEntries(shown)));
}
