import type { PageNode } from '../../../content/index.ts';
import { Refusal } from '../../refusal.ts';
import { badLinksIn } from '../text-links.ts';
import type { Steps } from '../workflow.ts';
import { type Change, insertedId, refsOf } from './changes.ts';
import { internalLinksIn } from './markdown-links.ts';
import { pagesAfter } from './pages-after.ts';

interface LostLink {
  /** Place of its change in the call. */
  change: number;
  line: number;
  target: string;
  /** The line that it stands in. */
  text: string;
}

const MAX_FILES = 10_000;
const MAX_NAMED = 20;
const MAX_TEXT = 120;

const ADVICE =
  'Link to a page by /pages/{id} or its path (list_pages), to one inserted here by ./{ref}.md, to a file by /files/{id} (list_files) or, inserted here, by ./{ref}; or leave the link out. allowPlainLinks: true sends it all the same.';

/**
 * Refuses changes with links that lead to nothing once all of them are made: the platform would keep the words of
 * such a link and say nothing.
 * @throws {Refusal} naming each with its line.
 */
export async function refuseLostLinks(
  spaceId: string,
  tree: readonly PageNode[],
  changes: readonly Change[],
  steps: Steps,
): Promise<void> {
  const pages = pagesAfter(tree, changes);
  const texts = changes.flatMap((change, index) => {
    const { operation, page, document } = change;
    const id = operation === 'insert_page' ? insertedId(index) : page;
    const self = pages.find((one) => one.id === id);
    return self && document?.markdown ? [{ index, self, markdown: document.markdown }] : [];
  });
  const files = await filesNamedIn(spaceId, texts, steps);
  const refs = refsOf(changes);
  const lost: LostLink[] = [];
  for (const { index, self, markdown } of texts) {
    const found = lostIn(markdown, self, pages, files).filter(({ target }) => !isRef(target, refs));
    if (found.length === 0 || (await isUnchanged(spaceId, self.id, markdown, steps))) continue;
    const lines = markdown.split('\n');
    lost.push(
      ...found.map((link) => ({
        ...link,
        change: index,
        text: lines[link.line - 1]?.trim() ?? '',
      })),
    );
  }
  if (lost.length > 0) throw new Refusal(refusal(lost));
}

function lostIn(
  markdown: string,
  self: PageNode,
  pages: readonly PageNode[],
  files: ReadonlySet<string>,
): { target: string; line: number }[] {
  const broken = badLinksIn(markdown, self, pages).filter(({ status }) => status === 'broken');
  const unknown = internalLinksIn(markdown)
    .filter(({ url }) => fileIn(url) !== undefined && !files.has(fileIn(url) ?? ''))
    .map(({ url, line }) => ({ target: url, line }));
  return [...broken, ...unknown].sort((a, b) => a.line - b.line);
}

/** Ids of the files of the space; none are asked for where no text names one. */
async function filesNamedIn(
  spaceId: string,
  texts: readonly { markdown: string }[],
  steps: Steps,
): Promise<ReadonlySet<string>> {
  const named = texts.some(({ markdown }) => markdown.includes('/files/'));
  const files = named ? await steps.list<{ id: string }>('list_files', { spaceId }, MAX_FILES) : [];
  return new Set(files.map(({ id }) => id));
}

function fileIn(url: string): string | undefined {
  return /^\/files\/([^/?#]+)/.exec(url)?.[1];
}

/** Whether a link names a page or a file that the same call makes. */
function isRef(target: string, { pages, files }: ReturnType<typeof refsOf>): boolean {
  const [name = ''] = target.replace(/^\.\//, '').split('#');
  return pages.includes(name.replace(/\.md$/, '')) || files.includes(name);
}

/** A text that says nothing new is not sent, so nothing of it is lost. */
async function isUnchanged(spaceId: string, pageId: string, markdown: string, steps: Steps) {
  if (pageId.startsWith('changes[')) return false;
  const where = { spaceId, pageId, format: 'markdown' };
  const page = await steps.send<{ markdown?: string }>('get_page', where);
  return page.markdown?.trim() === markdown.trim();
}

function refusal(lost: readonly LostLink[]): string {
  const named = lost.slice(0, MAX_NAMED).map(({ change, line, target, text }) => {
    const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
    return `changes[${change}] line ${line}: ${target} in ${JSON.stringify(shown)}`;
  });
  const more = lost.length > named.length ? `; and ${lost.length - named.length} more` : '';
  const count = lost.length === 1 ? 'This link leads' : `These ${lost.length} links lead`;
  return `Nothing was written. ${count} to nothing and would silently become plain text: ${named.join('; ')}${more}. ${ADVICE}`;
}
