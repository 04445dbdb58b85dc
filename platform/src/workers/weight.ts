/** Longer texts go to a worker thread. */
const MAX_CHARACTERS = 6_000;

/** A short text that is all markup can cost as much as a long one of words. */
const MAX_LINES = 200;
const MAX_SIGNS = 600;
const MAX_NESTING = 8;

const LINE_FEED = 10;
const SIGNS = new Set([...'*_~[]()<>|`!&#=@'].map((sign) => sign.charCodeAt(0)));

/** Marks that open a block inside a block at the start of a line, and the characters between them. */
const NESTING = new Set([...'->*+.)'].map((sign) => sign.charCodeAt(0)));
const BETWEEN = new Set([...' \t0123456789'].map((sign) => sign.charCodeAt(0)));

/** Whether any parser can parse the text in a few milliseconds, estimated in one pass. */
export function isLight(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  let lines = 0;
  let signs = 0;
  let nesting = 0;
  let leading = true;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (SIGNS.has(code)) signs += 1;
    if (code === LINE_FEED) {
      lines += 1;
      nesting = 0;
      leading = true;
    } else if (leading && NESTING.has(code)) {
      nesting += 1;
    } else if (!BETWEEN.has(code)) leading = false;
    if (lines > MAX_LINES || signs > MAX_SIGNS || nesting > MAX_NESTING) return false;
  }
  return true;
}
