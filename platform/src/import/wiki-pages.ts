import {
  baseName,
  parseMarkdown,
  printHeading,
  span,
} from '@docs-platform-mcp/markdown/repository';
import { visit } from 'unist-util-visit';
import { readText } from '../content/encoding.ts';
import { readSubmission } from '../markdown/submission.ts';
import type { SourceFile } from './source-file.ts';

const WIKI_LINK = /\[\[([^[\]|]+)(?:\|([^[\]]+))?\]\]/g;

/** The files of a wiki as pages, titled after their file names. */
export function wikiPages(files: readonly SourceFile[]): SourceFile[] {
  return files.map(toPage);
}

function toPage(file: SourceFile): SourceFile {
  if (!/\.(md|markdown)$/i.test(file.path)) return file;
  const text = plainLinks(readText(file.bytes));
  const title = baseName(file.path).replaceAll('-', ' ');
  const page = readSubmission(text).heading === title ? text : `${printHeading(title)}\n\n${text}`;
  return { path: file.path.replace(/\.markdown$/i, '.md'), bytes: Buffer.from(page) };
}

/** Converts `[[Text|Page name]]` to a markdown link. */
function plainLinks(markdown: string): string {
  let result = '';
  let done = 0;
  visit(parseMarkdown(markdown), 'text', (node) => {
    const [start, end] = span(node);
    const text = markdown
      .slice(start, end)
      .replaceAll(WIKI_LINK, (_, text: string, page = text) => {
        const name = String(page).trim().replaceAll(/[ /]/g, '-');
        return `[${text.trim()}](${encodeURIComponent(name)}.md)`;
      });
    result += markdown.slice(done, start) + text;
    done = end;
  });
  return result + markdown.slice(done);
}
