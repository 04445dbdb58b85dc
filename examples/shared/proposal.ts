import type { Bot } from './bot.ts';
import { type BadLink, described } from './links.ts';
import type { Page } from './pages.ts';
import { unmarked, words } from './text.ts';

/** A change request that a bot recognises as its own by the prefix of its subject. */
export interface ChangeRequest {
  id: string;
  number: number;
  subject: string;
  status: 'draft' | 'open' | 'merged' | 'archived';
  outdated?: boolean;
}

/** A page with its new text. */
export interface PageEdit {
  page: Page;
  markdown: string;
  why: string;
}

export interface Proposal {
  spaceId: string;
  subject: string;
  /** The change request of an earlier run, to continue. */
  standing?: ChangeRequest;
  edits: readonly PageEdit[];
  /** Links that the edits do not repair. */
  left: readonly BadLink[];
}

const CHANGES_IN_ONE_CALL = 50;

/** Prefix of the comment that lists links, by which it is recognised. */
const NOTE =
  'Links that need a person; on pages that are edited here, broken ones keep their text alone:';

/** The change requests of a space, in the given states, with this subject prefix. */
export async function changeRequests(
  bot: Bot,
  spaceId: string,
  start: string,
  states: readonly ChangeRequest['status'][],
): Promise<ChangeRequest[]> {
  const lists = states.map((status) =>
    bot.list<ChangeRequest>('list_change_requests', { spaceId, status }),
  );
  return (await Promise.all(lists)).flat().filter(({ subject }) => subject.startsWith(start));
}

/** Updates an earlier change request with what was published meanwhile. */
export async function refresh(bot: Bot, spaceId: string, { id, number, outdated }: ChangeRequest) {
  if (!outdated) return;
  const place = { spaceId, changeRequestId: id };
  const what = `pull published content into change request ${number}`;
  await bot.change(what, 'update_change_request_from_primary', place);
}

/**
 * Brings a change request to the proposed state: opens it, comments on remaining links, edits pages and asks for
 * review. Skips what is already done, so the next run continues an interrupted one.
 */
export async function propose(bot: Bot, proposal: Proposal): Promise<void> {
  const { spaceId, subject, standing, edits, left } = proposal;
  if (!standing && edits.length === 0) return;
  const opened =
    standing ??
    (await bot.change<ChangeRequest>(`open change request "${subject}"`, 'create_change_request', {
      spaceId,
      subject,
    }));
  const place = { spaceId, changeRequestId: opened?.id };
  // Before the edits, because they remove broken links, and a later run would not find them.
  if (left.length > 0) await noteDown(bot, place, left);
  for (let from = 0; from < edits.length; from += CHANGES_IN_ONE_CALL) {
    const some = edits.slice(from, from + CHANGES_IN_ONE_CALL);
    const what = `edit ${some.map(({ page, why }) => `"${page.title}" (${why})`).join(', ')}`;
    const changes = some.map(({ page, markdown }) => ({
      operation: 'update_page',
      page: page.id,
      document: { markdown },
    }));
    await bot.change(what, 'edit_change_request_content', { ...place, changes });
  }
  if (!opened || opened.status === 'draft') {
    const args = { ...place, status: 'open' };
    await bot.change('ask for review', 'update_change_request', args);
  }
}

interface Comment {
  id: string;
  body: { markdown?: string };
}

/** Makes sure that one comment lists all these links. */
async function noteDown(
  bot: Bot,
  place: { spaceId: string; changeRequestId: string | undefined },
  left: readonly BadLink[],
): Promise<void> {
  const comments =
    place.changeRequestId === undefined
      ? []
      : await bot.list<Comment>('list_change_request_comments', { ...place, format: 'markdown' });
  const texts = comments.map(({ id, body }) => ({ id, text: unmarked(body.markdown ?? '') }));
  const standing = texts.find(({ text }) => text.startsWith(NOTE));
  const known = words(standing?.text ?? '');
  const added = left.map(described).filter((line) => !known.includes(words(line)));
  if (added.length === 0) return;
  const markdown = [standing?.text ?? `${NOTE}\n`, ...added.map((line) => `- ${line}`)].join('\n');
  const args = { ...place, body: { markdown } };
  const what = 'comment on links that need a person';
  if (!standing) await bot.change(what, 'post_change_request_comment', args);
  else await bot.change(what, 'update_change_request_comment', { ...args, commentId: standing.id });
}
