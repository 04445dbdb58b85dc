import { button, h } from '../dom.ts';
import type { SourceBlock } from '../markdown/blocks.ts';
import type { BadLink, Comment, Reply } from '../review.ts';

/** What a person can do with a comment. */
export interface NoteActions {
  /** False if the host calls no tools or the change request is closed. */
  canTalk(): boolean;
  reply(comment: Comment): void;
  resolve(comment: Comment): void;
}

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
  blocks: readonly SourceBlock[],
  talk: NoteActions,
): Note[] {
  const ofComments = comments.map((comment) => {
    const line = blockOf(comment, blocks)?.line;
    return { ...(line !== undefined && { line }), element: () => commentElement(comment, talk) };
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

/** A comment with its author, its replies and its buttons. */
export function commentElement(comment: Comment, talk: NoteActions): HTMLElement {
  const { author, replies, thread } = comment;
  const left = replies - thread.length;
  return h(
    'article',
    { class: 'note comment', 'aria-label': `Comment by ${author}` },
    ...wordsOf(comment),
    ...thread.map((reply) =>
      h(
        'div',
        { class: 'reply', role: 'group', 'aria-label': `Reply by ${reply.author}` },
        ...wordsOf(reply),
      ),
    ),
    left > 0 && h('p', { class: 'by' }, left === 1 ? '1 more reply' : `${left} more replies`),
    talk.canTalk() &&
      h(
        'div',
        { class: 'buttons' },
        button('Reply', () => talk.reply(comment), { 'aria-label': `Reply to ${author}` }),
        button('Resolve', () => talk.resolve(comment), {
          'aria-label': `Resolve what ${author} said`,
        }),
      ),
  );
}

function wordsOf({ author, text, time }: Reply): HTMLElement[] {
  const on = time !== undefined && ` on ${dateOf(time)}`;
  return [h('p', { class: 'by' }, h('strong', {}, author), on), h('p', { class: 'words' }, text)];
}

const LEAST_PREVIEW = 3;

function blockOf({ preview }: Comment, blocks: readonly SourceBlock[]): SourceBlock | undefined {
  const previewText = preview === undefined ? '' : plain(preview);
  if (previewText.length < LEAST_PREVIEW) return undefined;
  return blocks.find(({ words }) => plain(words).includes(previewText));
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
