/** A heading and its line, counted from 1. */
export interface HeadingLine {
  line: number;
  heading: string;
}

const ATX = /^ {0,3}#{1,6}(?:[ \t]+|$)/;
const CLOSING = /[ \t]#+[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ANCHOR = /<a\b[^<>]*>(?:<\/a>)?/gi;

/** The lines of a markdown text with their headings. Lines in fenced code are not headings. */
export function headingLines(lines: readonly string[]): HeadingLine[] {
  const headings: HeadingLine[] = [];
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else if (ATX.test(line)) headings.push({ line: index + 1, heading: textOf(line) });
  }
  return headings;
}

function textOf(line: string): string {
  return line.replace(ATX, '').replace(CLOSING, '').replaceAll(ANCHOR, '').trim();
}
