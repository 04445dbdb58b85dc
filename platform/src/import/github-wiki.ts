import { visit } from 'unist-util-visit';
import { unprocessable } from '../errors.ts';
import { readFiles, withCheckout } from '../git/checkout.ts';
import { GitError } from '../git/command.ts';
import { parseRemote } from '../git/remote.ts';
import { parseMarkdown, span } from '../markdown/parse.ts';
import { readSubmission, withTitle } from '../markdown/submission.ts';
import type { AddressRule } from '../services/outbound.ts';
import { baseName, type SourceFile, type SourceFiles } from './source-file.ts';

const WIKI_LINK = /\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/g;

/**
 * The pages of a GitHub wiki, by the address of the wiki or of its repository. Pages in other notations than
 * markdown are not taken in.
 */
export async function loadWiki(
  url: string,
  mayAsk: AddressRule,
  signal: AbortSignal,
): Promise<SourceFiles> {
  const files = await readWiki(url, mayAsk, signal);
  const pages = files.filter(({ path }) => !/^_/.test(path));
  const failed = pages.filter(({ path }) =>
    /\.(textile|rdoc|org|creole|mediawiki|rst|asciidoc|pod)$/i.test(path),
  );
  const wanted = pages.filter((file) => !failed.includes(file));
  // Home is what readers of a wiki meet first.
  wanted.sort((left, right) => Number(isHome(right)) - Number(isHome(left)));
  return { files: wanted.map(toPage), failed: failed.length };
}

const isHome = ({ path }: SourceFile) => baseName(path) === 'Home';

async function readWiki(
  url: string,
  mayAsk: AddressRule,
  signal: AbortSignal,
): Promise<SourceFile[]> {
  const at = parseRemote(url.replace(/\/wiki(\/.*)?$/, '.wiki.git'));
  try {
    return await withCheckout(
      { at, rule: { mayAsk }, ref: undefined, signal },
      async (checkout) => {
        if (!checkout.commit) throw unprocessable(`${at.url} has no pages yet`);
        return await readFiles(checkout);
      },
    );
  } catch (error) {
    if (error instanceof GitError) throw unprocessable(`${at.url}: ${error.message}`);
    throw error;
  }
}

/** Pages of a wiki are titled by their file. */
function toPage(file: SourceFile): SourceFile {
  if (!/\.(md|markdown)$/i.test(file.path)) return file;
  const text = plainLinks(new TextDecoder().decode(file.bytes));
  const title = baseName(file.path).replaceAll('-', ' ');
  const page = readSubmission(text).heading === title ? text : withTitle(title, text);
  return { path: file.path.replace(/\.markdown$/i, '.md'), bytes: Buffer.from(page) };
}

/** `[[Text|Page name]]` as a link of markdown. */
function plainLinks(markdown: string): string {
  const edits: [start: number, end: number, text: string][] = [];
  visit(parseMarkdown(markdown), 'text', (node) => {
    const [start, end] = span(node);
    const text = markdown
      .slice(start, end)
      .replaceAll(WIKI_LINK, (_, text: string, page = text) => {
        const name = String(page).trim().replaceAll(/[ /]/g, '-');
        return `[${text.trim()}](${encodeURIComponent(name)}.md)`;
      });
    edits.unshift([start, end, text]);
  });
  return edits.reduce(
    (text, [start, end, part]) => text.slice(0, start) + part + text.slice(end),
    markdown,
  );
}
