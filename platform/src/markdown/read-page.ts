import { cleanText, filePartsOf, type PagePart } from '@docs-platform-mcp/markdown/repository';
import {
  MAX_IMPORTED_LINKS,
  MAX_PAGE_TITLE,
  readableFrontmatter,
  requireFewLinks,
  requireShort,
} from './submission.ts';
import { readFacts, referencesOf, type SectionPlace, type TextReference } from './text-facts.ts';

/** The file of a page, and what is known about it from elsewhere. */
export interface PageInput {
  /** Identifies the file in error messages. */
  path: string;
  /** The page's title in the table of contents. */
  title: string | undefined;
  /** The title if nothing else states one. */
  fallback: string;
  /** Its original content, with any line ends. */
  raw: string;
}

/** The parsed file of a page. */
export interface ParsedPage {
  title: string;
  /** Values of the frontmatter, as they were written. */
  frontmatter: Record<string, unknown>;
  /** The text of the page in `raw`: without frontmatter, and without a heading that repeats the title. */
  part: PagePart;
  /** The same with such a heading. */
  whole: PagePart;
  /** The references of that text, with offsets in `raw`. */
  references: TextReference[];
  sections: SectionPlace[];
}

/** Reads the file of a page. Throws 422, which names the file, when it is too long or has too many links. */
export function parsePageFile({ path, title, fallback, raw }: PageInput): ParsedPage {
  const { frontmatter, heading, body, rest } = filePartsOf(raw);
  const yaml = frontmatter ? raw.slice(frontmatter.start, frontmatter.end) : '';
  const values = readableFrontmatter(yaml);
  const own = typeof values.title === 'string' && values.title !== '' ? values.title : undefined;
  const name = (title || own || heading?.text || fallback).slice(0, MAX_PAGE_TITLE);
  const part = heading?.text === name ? rest : body;
  const text = raw.slice(part.start, part.end);
  requireShort([text], path);
  requireFewLinks(text, path, MAX_IMPORTED_LINKS);
  const facts = readFacts(text);
  const kept = cleanText(text);
  return {
    title: name,
    frontmatter: values,
    part,
    whole: body,
    references: referencesOf(facts).map((reference) => ({
      ...reference,
      start: part.start + reference.start,
      end: part.start + reference.end,
    })),
    sections: (kept === text ? facts : readFacts(kept)).sections,
  };
}
