/** The change of one page in a change request. */
export interface PageChange {
  page: string;
  title: string;
  change: 'created' | 'edited' | 'deleted';
  path?: string;
  /** The page's former path; absent if unchanged. */
  movedFrom?: string;
  /** Unified diff of the markdown. */
  diff?: string;
  /** URIs of the texts before and after. */
  before?: string;
  after?: string;
}

export interface Comment {
  id: string;
  author: string;
  text: string;
  time?: string;
  replies: number;
  /** The replies that were read, in order. */
  thread: Reply[];
  /** Id of its page, or the title if the id is unknown. */
  page?: string;
  /** The beginning of the block that it refers to. */
  preview?: string;
}

/** A reply to a comment. */
export interface Reply {
  author: string;
  text: string;
  time?: string;
}

/** A review of the change request. */
export interface ReviewVerdict {
  reviewer: string;
  status: string;
  /** The content has changed since. */
  outdated: boolean;
}

/** A link that readers cannot follow. */
export interface BadLink {
  page: string;
  status: string;
  target: string;
  /** Line of the page's markdown, counted from 1. */
  line?: number;
}

export interface ReviewData {
  spaceId?: string;
  changeRequestId?: string;
  number: number;
  subject: string;
  status: string;
  revision: string;
  outdated: boolean;
  changes: PageChange[];
  comments: Comment[];
  badLinks: BadLink[];
  /** Names of the reviewers who have not answered yet. */
  asked: string[];
  verdicts: ReviewVerdict[];
  /** The server's remarks on the change request. */
  note?: string;
  /** The platform's own page for it. */
  url?: string;
}

/** Name for an author whom the platform does not name. */
const SOMEBODY = 'Somebody';

type Fields = Record<string, unknown>;

/** The review in a tool's result; undefined if the result was truncated or has none. */
export function reviewIn(facts: Fields | undefined): ReviewData | undefined {
  if (!facts || !Array.isArray(facts.changes)) return undefined;
  const { number, status, revision, outdated } = facts;
  return {
    ...taken(facts, ['spaceId', 'changeRequestId', 'note']),
    number: Number(number),
    subject: textIn(facts, 'subject') ?? '',
    status: String(status),
    revision: String(revision),
    outdated: outdated === true && status !== 'merged',
    changes: objectsIn(facts.changes).map(changeIn),
    comments: objectsIn(facts.openComments).map(commentIn),
    badLinks: objectsIn(facts.badLinks).map(badLinkIn),
    asked: Array.isArray(facts.asked) ? facts.asked.map(String) : [],
    verdicts: objectsIn(facts.reviews).map(verdictIn),
    ...taken(fieldsIn(facts.urls), ['app'], { app: 'url' }),
  };
}

/**
 * The review after a merge from this page. Some services cannot say what a merged change request changed; the page then
 * keeps what the person has just seen.
 */
export function afterMerge(
  seen: ReviewData,
  now: ReviewData | undefined,
  isRead: (uri: string) => boolean,
): ReviewData {
  if (now && now.changes.length > 0) return now;
  const { comments, badLinks, asked, verdicts } = seen;
  // Texts that were not read before the merge have changed since. The diffs have not.
  const changes = seen.changes.map(({ before, after, ...change }) => {
    const uris = [before, after].filter((uri) => uri !== undefined);
    return uris.every(isRead) ? { ...change, before, after } : change;
  });
  return {
    ...seen,
    ...now,
    ...{ changes, comments, badLinks, asked, verdicts },
    status: 'merged',
    outdated: false,
    note: 'Merged: this is what it changed.',
  };
}

/** The comments on a page; without an argument, those on no page. */
export function commentsOn(review: ReviewData, change: PageChange | undefined): Comment[] {
  const names = change && [change.page, change.title];
  return review.comments.filter(({ page }) =>
    names ? page !== undefined && names.includes(page) : !isOfChange(review, page),
  );
}

function isOfChange({ changes }: ReviewData, page: string | undefined): boolean {
  return changes.some((change) => change.page === page || change.title === page);
}

function changeIn(facts: Fields): PageChange {
  const page = String(facts.page);
  const change = facts.change as PageChange['change'];
  return {
    page,
    title: textIn(facts, 'title') ?? page,
    change: ['created', 'deleted'].includes(change) ? change : 'edited',
    ...taken(facts, ['path', 'movedFrom', 'diff', 'before', 'after']),
  };
}

function commentIn(facts: Fields): Comment {
  const page = textIn(facts, 'pageId') ?? textIn(facts, 'page');
  return {
    ...replyIn(facts),
    id: String(facts.id),
    replies: typeof facts.replies === 'number' ? facts.replies : 0,
    thread: objectsIn(facts.thread).map(replyIn),
    ...(page !== undefined && { page }),
    ...taken(facts, ['preview']),
  };
}

function replyIn(facts: Fields): Reply {
  return {
    author: textIn(fieldsIn(facts.postedBy), 'displayName') ?? SOMEBODY,
    text: textIn(fieldsIn(facts.body), 'markdown') ?? '',
    ...taken(facts, ['postedAt'], { postedAt: 'time' }),
  };
}

function verdictIn(facts: Fields): ReviewVerdict {
  return {
    reviewer: textIn(facts, 'reviewer') ?? SOMEBODY,
    status: String(facts.status),
    outdated: facts.outdated === true,
  };
}

function badLinkIn(facts: Fields): BadLink {
  return {
    page: String(facts.page),
    status: String(facts.status),
    target: String(facts.target),
    ...(typeof facts.line === 'number' && { line: facts.line }),
  };
}

/** The string members, optionally renamed. */
function taken(facts: Fields, names: string[], others: Record<string, string> = {}): object {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = textIn(facts, name);
      return text === undefined ? [] : [[others[name] ?? name, text]];
    }),
  );
}

function textIn(facts: Fields, name: string): string | undefined {
  const value = facts[name];
  return typeof value === 'string' ? value : undefined;
}

function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function objectsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsIn) : [];
}
