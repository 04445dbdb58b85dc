/** Whether a leaf of a document is HTML: a tag or a comment, with nothing before or after it. */
export function isHtmlLeaf(text: string): boolean {
  return /^<[A-Za-z/!]/.test(text) && text.trimEnd().endsWith('>');
}

/** Text as leaves, split so that none of them can be taken for HTML. */
export function leavesOfWords(text: string): string[] {
  return isHtmlLeaf(text) ? [text.slice(0, 1), text.slice(1)] : [text];
}
