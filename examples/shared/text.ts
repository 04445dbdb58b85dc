const MARKS = /<untrusted-(\d+)[^>\n]*>\n([\s\S]*?)\n<\/untrusted-\1>/g;

/** A text without the marks around foreign text. */
export function unmarked(text: string): string {
  return text.replaceAll(MARKS, '$2');
}

/** Whether two texts are equivalent: services format markdown differently. */
export function sameWords(one: string, other: string): boolean {
  return words(one) === words(other);
}

/** The words of a text, without punctuation. */
export function words(text: string): string {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The beginning of a text, on one line. */
export function excerpt(text: string, length = 60): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
