import { Markdown, type Replacement, replaceRanges } from '@docs-platform-mcp/markdown';

interface WrittenText {
  markdown: string;
  /** The text before, whose tags stay as they are. */
  original?: string;
}

/**
 * A text with each new tag on one line: the platform reads others as text. Lines of a diagram's source become statements
 * with semicolons.
 */
export function oneLineTags({ markdown, original = '' }: WrittenText): string {
  const broken = brokenTags(markdown);
  if (broken.length === 0) return markdown;
  const known = new Set(brokenTags(original).map(({ text }) => text));
  const added = broken.filter(({ text }) => !known.has(text));
  return replaceRanges(
    markdown,
    added.flatMap(({ joints }) => joints),
  );
}

/** The tags with line breaks, each with what replaces these. */
function brokenTags(markdown: string) {
  if (!hasBrokenTag(markdown)) return [];
  return Markdown.read(markdown).tags.flatMap(({ name, start, end, attributes }) => {
    const separator = name.startsWith('@mermaid/') ? '; ' : ' ';
    const joints: Replacement[] = [];
    const join = (from: number, to: number, breaks: RegExp, text: string): void => {
      for (const { 0: space, index } of markdown.slice(from, to).matchAll(breaks)) {
        const at = from + index;
        if (space.includes('\n')) joints.push({ start: at, end: at + space.length, text });
      }
    };
    let from = start;
    for (const value of attributes) {
      join(from, value.start, BETWEEN_VALUES, ' ');
      join(value.start, value.end, WITHIN_VALUES, separator);
      from = value.end;
    }
    join(from, end, BETWEEN_VALUES, ' ');
    return joints.length > 0 ? [{ text: markdown.slice(start, end), joints }] : [];
  });
}

/** White space between values, with the marks of a quote around the tag. */
const BETWEEN_VALUES = /[\s>]+/g;

const WITHIN_VALUES = /\s+/g;

/** Whether a line break stands between the marks of a tag, in code perhaps. */
function hasBrokenTag(markdown: string): boolean {
  for (
    let start = markdown.indexOf('{%');
    start !== -1;
    start = markdown.indexOf('{%', start + 2)
  ) {
    const end = markdown.indexOf('%}', start + 2);
    if (end === -1) return false;
    if (markdown.slice(start, end).includes('\n')) return true;
    start = end;
  }
  return false;
}
