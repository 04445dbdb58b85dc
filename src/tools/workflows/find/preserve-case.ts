const LETTER = /\p{L}/u;
const CAPITALS = /\p{Lu}/gu;

/** The new text in the case of the one that it replaces: all capitals, or the first letter as it was. */
export function inCaseOf(found: string, text: string): string {
  const isUpper = found === found.toUpperCase() && (found.match(CAPITALS)?.length ?? 0) > 1;
  if (isUpper) return text.toUpperCase();
  const first = LETTER.exec(found)?.[0];
  const at = LETTER.exec(text);
  if (first === undefined || at === null) return text;
  const [letter] = at;
  const rest = text.slice(at.index + letter.length);
  // A name with capitals of its own is written like this everywhere.
  if (rest !== rest.toLowerCase()) return text;
  const isCapital = first === first.toUpperCase() && first !== first.toLowerCase();
  const own = isCapital ? letter.toUpperCase() : letter.toLowerCase();
  return text.slice(0, at.index) + own + rest;
}
