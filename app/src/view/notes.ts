import { h } from '../dom.ts';
import type { Block } from '../markdown/blocks.ts';
import type { BadLink, Comment } from '../review.ts';

/** A note on a page, shown beside its line. */
export interface Note {
  /** Line of the page after the change; absent if unknown. */
  line?: number;
  element(): HTMLElement;
}

/** The notes on a page: its comments, at the blocks they refer to, and its broken links. */
export function notesOf(
  comments: readonly Comment[],
  badLinks: readonly BadLink[],
  blocks: readonly Block[],
): Note[] {
  const ofComments = comments.map((comment) => {
    const line = blockOf(comment, blocks)?.line;
    return { ...(line !== undefined && { line }), element: () => commentElement(comment) };
  });
  const ofLinks = badLinks.map(({ line, status, target }) => ({
    ...(line !== undefined && { line }),
    element: () =>
      h(
        'p',
        { class: 'note broken' },
        h('strong', {}, status === 'broken' ? 'Broken link: ' : 'Link into the app: '),
        h('code', {}, target),
        line !== undefined && ` in line ${line}`,
      ),
  }));
  return [...ofLinks, ...ofComments];
}

/** A comment with its author. */
export function commentElement({ author, text, time, replies }: Comment): HTMLElement {
  return h(
    'article',
    { class: 'note comment', 'aria-label': `Comment by ${author}` },
    h(
      'p',
      { class: 'by' },
      h('strong', {}, author),
      time !== undefined && ` on ${dateOf(time)}`,
      replies > 0 && `, ${replies === 1 ? '1 reply' : `${replies} replies`}`,
    ),
    h('p', { class: 'words' }, text),
  );
}

const LEAST_PREVIEW = 3;

function blockOf({ preview }: Comment, blocks: readonly Block[]): Block | undefined {
  const wanted = preview === undefined ? '' : plain(preview);
  if (wanted.length < LEAST_PREVIEW) return undefined;
  return blocks.find(({ words }) => plain(words).includes(wanted));
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replace(/…$/, '').trim();
}

function dateOf(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : date.toLocaleDateString('en', { year: 'numeric', month: 'long', day: 'numeric' });
}
