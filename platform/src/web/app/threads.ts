import type { Element } from 'hast';
import { h } from 'hastscript';
import { userById } from '../../auth/users.ts';
import { storeLinks } from '../../content/link-resolution.ts';
import type { ContentState } from '../../content/model.ts';
import { pages } from '../../content/tables.ts';
import type { CommentRow, ReplyRow } from '../../discussion/comments.ts';
import { reactionsOf } from '../../discussion/reactions.ts';
import { pageAppUrl, pathOf } from '../../serializers/page.ts';
import type { SqlValue } from '../../store/database.ts';
import { link, statusBadge, time } from '../parts/elements.ts';
import { commentText } from '../parts/text.ts';
import type { Visit } from '../parts/visit.ts';
import { appRenderContext } from './links.ts';

/** Maximum threads on one page of a list, and maximum replies of each. */
const MAX_THREADS = 50;
const MAX_REPLIES = 200;

const NO_REFERENCES = { pages: new Map<string, string>(), files: new Map<string, string>() };

/** Comments of a space or change request with their replies, the newest first, and a link to older ones. */
export function threads(
  visit: Visit,
  state: ContentState,
  branch: string,
  page?: string,
): Element[] {
  const before = Number(visit.url.searchParams.get('before') ?? Number.MAX_SAFE_INTEGER);
  const ofPage = page === undefined ? '' : ' AND page = ?';
  const values: SqlValue[] = page === undefined ? [] : [page];
  const rows = visit.db.all<CommentRow>(
    `SELECT * FROM comment WHERE branch = ? AND sequence < ?${ofPage}
     ORDER BY sequence DESC LIMIT ${MAX_THREADS + 1}`,
    branch,
    Number.isSafeInteger(before) ? before : Number.MAX_SAFE_INTEGER,
    ...values,
  );
  const shown = rows.slice(0, MAX_THREADS);
  if (shown.length === 0) return [h('p.meta', 'No comments')];
  const older =
    rows.length > shown.length
      ? [h('p', link(`?before=${shown.at(-1)?.sequence}`, 'Older comments'))]
      : [];
  return [...shown.map((row) => thread(visit, state, row)), ...older];
}

/** A comment with its replies. */
export function thread(visit: Visit, state: ContentState, row: CommentRow): Element {
  const { db } = visit;
  const replies = db.all<ReplyRow>(
    `SELECT * FROM reply WHERE comment = ? ORDER BY sequence LIMIT ${MAX_REPLIES}`,
    row.id,
  );
  return h('article.thread', { id: `comment:${row.id}` }, [
    h('h3', [userById(db, row.posted_by).display_name, ' ', statusBadge(row.status)]),
    h('p.meta', [...aboutPage(visit, state, row), ...writtenAt(row)]),
    row.preview === null ? '' : h('blockquote', h('p', row.preview)),
    text(visit, state, row.markdown, row.page),
    reactions(visit, row.id),
    row.resolved_by === null
      ? ''
      : h('p.meta', [
          `Resolved by ${userById(db, row.resolved_by).display_name}`,
          row.resolved_at === null ? '' : [', ', time(row.resolved_at)],
        ]),
    replies.length === 0
      ? ''
      : h(
          'ul.replies',
          { ariaLabel: 'Replies' },
          replies.map((item) => reply(visit, state, item, row.page)),
        ),
  ]);
}

function reply(visit: Visit, state: ContentState, row: ReplyRow, page: string | null): Element {
  return h('li', { id: `comment:${row.id}` }, [
    h('p.meta', [
      h('strong', userById(visit.db, row.posted_by).display_name),
      ', ',
      ...writtenAt(row),
    ]),
    text(visit, state, row.markdown, page),
    reactions(visit, row.id),
  ]);
}

/** The text of a comment. Relative links start from the page that it is about. */
function text(visit: Visit, state: ContentState, markdown: string, about: string | null) {
  const { db } = visit;
  const page = about === null ? undefined : pages.find(db, state, about);
  const linked = page
    ? storeLinks({ db, state, page }, markdown, NO_REFERENCES, (url) => url)
    : markdown;
  return commentText(
    linked,
    appRenderContext(visit, { organization: organizationOf(db, state.space) }, state),
  );
}

/** The commented page, by its current title. */
function aboutPage(visit: Visit, state: ContentState, row: CommentRow) {
  const page = row.page === null ? undefined : pages.trace(visit.db, state, row.page);
  if (!page) return [];
  if (page.deleted) return [`on ${page.title} (deleted), `];
  const href = pageAppUrl(visit, state, pathOf(visit.db, state, page));
  return ['on ', link(href, page.title), ', '];
}

function writtenAt({ posted_at, edited_at }: CommentRow | ReplyRow) {
  return [time(posted_at), edited_at === null ? '' : ' (edited)'];
}

function reactions({ db }: Visit, subject: string): Element | '' {
  const all = reactionsOf(db, subject);
  if (all.length === 0) return '';
  const emojis = [...new Set(all.map(({ emoji }) => emoji))].map((code) => {
    const total = all.filter(({ emoji }) => emoji === code).length;
    return `${emojiOf(code)} ${total}`;
  });
  return h('p.meta', `Reactions: ${emojis.join(', ')}`);
}

/** The character of a code point in hexadecimal, as the API writes emojis; other texts as they are. */
function emojiOf(code: string): string {
  return /^[0-9a-f]{4,5}(-[0-9a-f]{4,5})*$/i.test(code)
    ? String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16)))
    : code;
}

function organizationOf(db: Visit['db'], space: string): string {
  const row = db.get<{ organization: string }>(
    'SELECT organization FROM space WHERE id = ?',
    space,
  );
  return row?.organization ?? '';
}
