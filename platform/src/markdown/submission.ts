import { toString as plainText } from 'mdast-util-to-string';
import { parse as parseYaml } from 'yaml';
import { unprocessable } from '../errors.ts';
import { normalizeText, parseMarkdown, printMarkdown, span } from './parse.ts';

/** A page as somebody hands it in. */
export interface Submission {
  /** Values of the frontmatter, as they were written. */
  frontmatter: Record<string, unknown>;
  /** Text of a level-one heading that the body starts with. */
  heading: string | undefined;
  /** The text after the frontmatter, with the heading. */
  body: string;
  /** The text after the heading. */
  rest: string;
}

/** Takes frontmatter and leading heading off a submitted markdown page; 422 when the frontmatter is not YAML. */
export function readSubmission(markdown: string): Submission {
  const text = normalizeText(markdown);
  const { children } = parseMarkdown(text.slice(0, lengthOfHead(text)));
  const first = children[0];
  const yaml = first?.type === 'yaml' ? first : undefined;
  const after = yaml ? children[1] : first;
  const body = yaml ? normalizeText(text.slice(span(yaml)[1])) : text;
  const heading = after?.type === 'heading' && after.depth === 1 ? after : undefined;
  return {
    frontmatter: yaml ? readFrontmatter(yaml.value) : {},
    heading: heading && plainText(heading).trim(),
    body,
    rest: heading ? normalizeText(text.slice(span(heading)[1])) : body,
  };
}

const FRONTMATTER = /^---[ \t]*\n(?:[\s\S]*?\n)?---[ \t]*(?=\n|$)(?:[ \t]*\n)*/;

/** Where the first block after the frontmatter ends at the latest, so that no more has to be parsed. */
function lengthOfHead(text: string): number {
  const from = FRONTMATTER.exec(text)?.[0].length ?? 0;
  const blank = /\n[ \t]*\n/.exec(text.slice(from));
  return blank ? from + blank.index : text.length;
}

/** A page as the API gives it out: its title as the leading heading, then its text. */
export function withTitle(title: string, body: string): string {
  const heading = printMarkdown({
    type: 'root',
    children: [{ type: 'heading', depth: 1, children: [{ type: 'text', value: title }] }],
  });
  return body ? `${heading}\n\n${body}` : heading;
}

function readFrontmatter(yaml: string): Record<string, unknown> {
  try {
    const value: unknown = parseYaml(yaml);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw unprocessable(`The frontmatter is not valid YAML: ${reason}`);
  }
}
