import assert from 'node:assert/strict';

/** Calls a tool over MCP and returns its structured result; throws if the tool reports an error. */
export type CallTool = (name: string, args: Record<string, unknown>) => Promise<Result>;

/** One step of the job, as shown to people. */
export interface JobStep {
  intention: string;
  tool: string;
  finding: string;
}

type Result = Record<string, unknown>;

interface SearchHit {
  id: string;
  title: string;
  pages: { id: string; title: string; path: string }[];
}

interface Comment {
  id: string;
  status: string;
  body: { markdown: string };
  postedBy: { displayName: string };
}

interface Answer {
  answer: { markdown: string };
  sources: { page: string; space: string }[];
}

const WRONG = 'Northwind Queue gives up on a message after 5 delivery attempts.';
const RIGHT = 'Northwind Queue gives up on a message after 8 delivery attempts.';
const QUESTION = 'After how many delivery attempts does Northwind Queue give up on a message?';

/**
 * A round of documentation work on the demonstration content, as an agent does it: a reader reported a wrong number,
 * and at the end the documentation answers with the right one. Yields each step when it is done, and throws at the
 * first one that fails.
 */
export async function* mainJob(call: CallTool): AsyncGenerator<JobStep> {
  const place = yield* findReport(call);
  const changeRequestId = yield* correctPage(call, place);
  yield* publish(call, place, changeRequestId);
  yield* askAgain(call, place);
}

/** The page with the wrong number, and the comment that reports it. */
interface Place {
  organizationId: string;
  spaceId: string;
  pageId: string;
  pageTitle: string;
  reportId: string;
}

async function* findReport(call: CallTool): AsyncGenerator<JobStep, Place> {
  const { items: organizations } = await call('list_organizations', {});
  const { id: organizationId, title } = first<{ id: string; title: string }>(organizations);
  yield step('Where am I?', 'list_organizations', `the organization is ${title}`);

  const found = await call('search_organization', { organizationId, query: 'delivery attempts' });
  const space = first<SearchHit>(found.items);
  const hit = first<SearchHit['pages'][number]>(space.pages);
  const spaceId = space.id;
  const pageId = hit.id;
  yield step(
    'Find the page on delivery attempts',
    'search_organization',
    `"${hit.title}" in ${space.title}`,
  );

  const open = await call('list_space_comments', { spaceId, status: 'open', targetPage: pageId });
  const report = first<Comment>(open.items);
  yield step(
    'What do readers say about it?',
    'list_space_comments',
    `${report.postedBy.displayName}: "${excerpt(unfenced(report.body.markdown))}"`,
  );
  return { organizationId, spaceId, pageId, pageTitle: hit.title, reportId: report.id };
}

/** Corrects the page in a change request, and returns its id. */
async function* correctPage(
  call: CallTool,
  { spaceId, pageId }: Place,
): AsyncGenerator<JobStep, string> {
  const page = await call('get_page', { spaceId, pageId });
  const before = String(page.markdown);
  assert.ok(before.includes(WRONG), 'the page has the wrong sentence');
  yield step('Read the page', 'get_page', `it says "${WRONG}"`);

  const created = await call('create_change_request', {
    spaceId,
    subject: 'Correct the number of delivery attempts',
  });
  const changeRequestId = String(created.id);
  yield step('Open a change request', 'create_change_request', `number ${created.number}`);

  const markdown = before.replace(WRONG, RIGHT);
  await call('edit_change_request_content', {
    spaceId,
    changeRequestId,
    changes: [{ operation: 'update_page', page: pageId, document: { markdown } }],
  });
  const edited = await call('get_change_request_page', { spaceId, changeRequestId, pageId });
  assert.equal(
    unfenced(String(edited.markdown)),
    unfenced(markdown),
    'only the sentence has changed',
  );
  yield step('Correct the sentence', 'edit_change_request_content', 'nothing else has changed');

  const comment = await call('post_change_request_comment', {
    spaceId,
    changeRequestId,
    page: pageId,
    body: { markdown: 'The number now agrees with `max_attempts` in the table below.' },
  });
  yield step('Say why', 'post_change_request_comment', 'comment posted');

  const settled = await call('answer_threads', {
    spaceId,
    threads: [{ commentId: comment.id, changeRequestId, resolve: true }],
  });
  assert.deepEqual(settled.items, [{ id: comment.id, outcome: 'resolved' }]);
  yield step('Settle the comment', 'answer_threads', 'resolved');
  return changeRequestId;
}

async function* publish(
  call: CallTool,
  { spaceId, reportId }: Place,
  changeRequestId: string,
): AsyncGenerator<JobStep, void> {
  const merged = await call('merge_change_request', { spaceId, changeRequestId });
  assert.equal(merged.result, 'merge');
  yield step('Merge', 'merge_change_request', `revision ${merged.revision}`);

  const { items } = await call('answer_threads', {
    spaceId,
    threads: [{ commentId: reportId, resolve: true }],
  });
  assert.deepEqual(items, [{ id: reportId, outcome: 'resolved' }]);
  yield step("Settle the reader's report", 'answer_threads', 'resolved');
}

async function* askAgain(
  call: CallTool,
  { organizationId, spaceId, pageId, pageTitle }: Place,
): AsyncGenerator<JobStep, void> {
  const { answer } = (await call('ask_organization', { organizationId, query: QUESTION })) as {
    answer: unknown;
  };
  const { answer: text, sources } = answer as Answer;
  assert.ok(text.markdown.includes(RIGHT), 'the answer has the corrected sentence');
  assert.ok(!text.markdown.includes(WRONG), 'the answer has no trace of the wrong one');
  assert.ok(
    sources.some((source) => source.page === pageId && source.space === spaceId),
    'the answer cites the page that was changed',
  );
  yield step(`Ask: "${QUESTION}"`, 'ask_organization', `"${RIGHT}" citing "${pageTitle}"`);
}

function step(intention: string, tool: string, finding: string): JobStep {
  return { intention, tool, finding };
}

function first<T>(items: unknown): T {
  assert.ok(Array.isArray(items) && items.length > 0, 'the list is not empty');
  return items[0] as T;
}

/** The text without the marks around foreign text, which differ in every answer. */
function unfenced(text: string): string {
  return text.replace(/^<untrusted-\d+ .*>\n/, '').replace(/\n<\/untrusted-\d+>$/, '');
}

function excerpt(text: string): string {
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
}
