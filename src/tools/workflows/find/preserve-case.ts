const LETTER = /\p{L}/u;
const CAPITALS = /\p{Lu}/gu;
const WORD = /[\p{L}\p{N}\p{M}'’]+/gu;

/**
 * The new text in the case of the one that it replaces: all capitals, or word by word. `asked` is the searched text as
 * the caller wrote it. A new word with capitals that the searched text lacks is a name, and stays.
 */
export function preserveCase(found: string, text: string, asked?: string): string {
  const isUpper = found === found.toUpperCase() && (found.match(CAPITALS)?.length ?? 0) > 1;
  if (isUpper) return text.toUpperCase();
  const [words, own] = [found.match(WORD) ?? [], text.match(WORD) ?? []];
  if (words.length === 1 || own.length === 1) return withFirstLetterCase(found, text);
  if (words.length !== own.length) {
    const isTitle = words.length > 0 && words.every(isCapitalized);
    return isTitle
      ? text.replaceAll(WORD, (word) => withFirstLetterCase('A', word))
      : withFirstLetterCase(found, text);
  }
  const typed = asked?.match(WORD) ?? [];
  let at = 0;
  return text.replaceAll(WORD, (word) => {
    const index = at++;
    const before = typed[index];
    const isName = before !== undefined && isCapitalized(word) && !isCapitalized(before);
    return isName ? word : withFirstLetterCase(words[index] ?? '', word);
  });
}

/** Keeps the case of the first letter. A text with other capitals is a name, which is written the same everywhere. */
function withFirstLetterCase(found: string, text: string): string {
  const first = LETTER.exec(found)?.[0];
  const at = LETTER.exec(text);
  if (first === undefined || at === null) return text;
  const [letter] = at;
  const rest = text.slice(at.index + letter.length);
  if (rest !== rest.toLowerCase()) return text;
  const own = isCapitalized(first) ? letter.toUpperCase() : letter.toLowerCase();
  return text.slice(0, at.index) + own + rest;
}

function isCapitalized(word: string): boolean {
  const first = LETTER.exec(word)?.[0] ?? '';
  return first !== first.toLowerCase();
}

/** The arguments that decide whether each new text adopts the case of the one that it replaces. */
export interface CaseArguments {
  old: string;
  new: string;
  match?: string;
  ignoreCase?: boolean;
  preserveCase?: boolean;
}

/** Whether capitals are kept: on request, or where words in lower case stand for any case of them. */
export function keepsCase({
  old,
  new: text,
  match,
  ignoreCase,
  preserveCase,
}: CaseArguments): boolean {
  const isLower = [old, text].every((one) => one === one.toLowerCase());
  return preserveCase ?? (ignoreCase === true && match !== 'regex' && isLower);
}
