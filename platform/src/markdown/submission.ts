import { Markdown } from '@docs-platform-mcp/markdown';
import { normalizeText, pagePartsOf, printHeading } from '@docs-platform-mcp/markdown/repository';
import { parseDocument } from 'yaml';
import { unprocessable } from '../errors.ts';
import { parseYaml, requireShallow } from '../workers/yaml.ts';

/** A page as submitted. */
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

/** Maximum characters of a title, which every list of pages has. */
export const MAX_PAGE_TITLE = 1_000;

/** Maximum characters of one page, and of all pages in one edit: others wait while they are stored. */
const MAX_CHARACTERS = 2_000_000;

/** Maximum links of one page. Others wait while their targets are looked up. */
const MAX_LINKS = 25_000;

/** The same for an import, which nobody waits for. */
export const MAX_IMPORTED_LINKS = 100_000;

/** Every link, definition and use of one has at least one of these. */
const SIGNS = [']', 'href', 'src', '<http'];

/**
 * Splits frontmatter and leading heading from a submitted markdown page; 422 if the frontmatter is not YAML, or for
 * more links than a page may have.
 */
export function readSubmission(markdown: string): Submission {
  const text = normalizeText(markdown);
  const { frontmatter, heading, body, rest } = pagePartsOf(text);
  requireFewLinks(text);
  return {
    frontmatter: frontmatter ? readFrontmatter(text.slice(frontmatter.start, frontmatter.end)) : {},
    heading: heading?.text,
    body: text.slice(body.start, body.end),
    rest: text.slice(rest.start, rest.end),
  };
}

/** Throws 422 for texts that are too long together; `named` begins the message. */
export function requireShort(texts: readonly string[], named: string): void {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= MAX_CHARACTERS) return;
  throw unprocessable(
    `${named} can have at most ${MAX_CHARACTERS} characters of text; this one has ${length}`,
  );
}

/** Throws 422 for a file whose text is too long, before it is decoded: three bytes are one character at least. */
export function requireShortFile({ byteLength }: Uint8Array, named: string): void {
  if (byteLength <= 3 * MAX_CHARACTERS) return;
  throw unprocessable(
    `${named} can have at most ${MAX_CHARACTERS} characters of text; this one has ${byteLength} bytes`,
  );
}

/** Throws 422 for a text with more links than a page may have; `named` begins the message. */
export function requireFewLinks(text: string, named = 'A page', limit = MAX_LINKS): void {
  const most = SIGNS.reduce((sum, sign) => sum + occurrences(text, sign), 0);
  if (most <= limit) return;
  const { references, indirect } = Markdown.read(text).references;
  const count = references.length + indirect.length;
  if (count > limit) {
    throw unprocessable(`${named} can have at most ${limit} links; this one has ${count}`);
  }
}

function occurrences(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length))
    count += 1;
  return count;
}

/**
 * A page as the API returns it: its title as the leading heading, then its text. A text that starts with its own
 * heading is returned unchanged.
 */
export function withTitle(title: string, body: string): string {
  if (pagePartsOf(body).heading) return body;
  const heading = printHeading(title);
  return body ? `${heading}\n\n${body}` : heading;
}

/** The values of frontmatter; 422 when it is not YAML. */
export function readFrontmatter(yaml: string): Record<string, unknown> {
  try {
    return recordOf(parseYaml(yaml));
  } catch (error) {
    throw unprocessable(`The frontmatter is not valid YAML: ${(error as Error).message}`);
  }
}

/** The same for a file, which is imported as it is: without values that cannot be read. */
export function readableFrontmatter(yaml: string): Record<string, unknown> {
  try {
    requireShallow(yaml);
    const options = { logLevel: 'silent', uniqueKeys: false, prettyErrors: false } as const;
    return recordOf(parseDocument(yaml, options).toJS());
  } catch {
    return {};
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
