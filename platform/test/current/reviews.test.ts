import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnswerFields,
  type ApiAnswer,
  DEV_GUIDE,
  HANDBOOK,
  INES,
  JORIS,
  MARA,
  ORGANIZATION,
  propose,
  ROADMAP,
  type Send,
  startTestPlatform,
  type TestPlatform,
  TOMAS,
  WREN,
} from '../support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;

interface Person {
  id: string;
}

interface Review extends AnswerFields {
  reviewer: Person;
  requestedBy?: Person;
  comment?: { id: string; body: { markdown?: string }; target: { review?: string } };
  urls: { location: string };
}

interface Requested {
  user: Person;
  requestedBy: Person;
  revision: string;
  kind: string;
}

let platform: TestPlatform;
let request: string;

const listed = async <T>(send: Send, path: string) => {
  const answer = await send('GET', path);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as unknown as { items: T[] }).items;
};

const statusOf = (answers: ApiAnswer[]) => answers.map(({ status }) => status);

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
});

afterAll(() => platform.close());

const fresh = async (): Promise<string> =>
  (
    await propose(platform.editor, SPACE, [
      { operation: 'insert_page', title: 'Reviewed', document: { markdown: 'Reviewed.' } },
    ])
  ).path;

const edit = (path: string) =>
  platform.editor('POST', `${path}/content`, {
    changes: [{ operation: 'insert_page', title: 'More', document: { markdown: '' } }],
  });

describe('a request to review', () => {
  it('opens the change request, notifies its subject, and stays until the review is submitted', async () => {
    request = await fresh();
    const description = {
      object: 'document',
      data: {},
      nodes: [{ object: 'block', type: 'paragraph', nodes: [] }],
    };
    const asked = await platform.editor('POST', `${request}/requested-reviewers`, {
      users: [INES, JORIS, WREN, 'nobody'],
      subject: 'Look at this',
      description,
    });
    expect(asked.status).toBe(200);
    const { users } = asked.json as unknown as { users: Requested[] };
    expect(users.map(({ user }) => user.id)).toEqual([INES, JORIS]);
    expect(users[0]).toMatchObject({
      object: 'change-request-requested-reviewer',
      kind: 'user',
      requestedBy: { id: TOMAS },
    });
    expect((await platform.reader('GET', request)).json).toMatchObject({
      subject: 'Look at this',
      status: 'open',
      description,
    });
    const waiting = () => listed<Requested>(platform.reader, `${request}/requested-reviewers`);
    expect((await waiting()).map(({ user }) => user.id).sort()).toEqual([INES, JORIS]);
    await platform.reader('POST', `${request}/reviews`, { status: 'approved' });
    expect((await waiting()).map(({ user }) => user.id)).toEqual([INES]);
    const [review] = await listed<Review>(platform.admin, `${request}/reviews`);
    expect(review).toMatchObject({ reviewer: { id: JORIS }, requestedBy: { id: TOMAS } });
  });

  it('can be withdrawn, and then does not let a reader review', async () => {
    const path = await fresh();
    await platform.editor('POST', `${path}/requested-reviewers`, { users: [JORIS] });
    const remove = () => platform.editor('DELETE', `${path}/requested-reviewers/${JORIS}`);
    expect(statusOf([await remove(), await remove()])).toEqual([205, 204]);
    const refused = await platform.reader('POST', `${path}/reviews`, { status: 'approved' });
    expect(refused.status).toBe(403);
    expect(refused.json.error.message).toContain('role review');
  });

  it('needs a reviewer who can see the space, and a requester who may edit it', async () => {
    const path = `${await fresh()}/requested-reviewers`;
    expect((await platform.editor('POST', path, { users: [] })).status).toBe(400);
    const none = await platform.editor('POST', path, { users: [WREN, 'nobody'] });
    expect(none.status).toBe(400);
    expect(none.json.error.message).toContain('body.users');
    expect((await platform.reviewer('POST', path, { users: [INES] })).status).toBe(403);
    expect((await platform.guest('POST', path, { users: [INES] })).status).toBe(404);
    expect((await platform.reader('DELETE', `${path}/${INES}`)).status).toBe(403);
  });
});

describe('a review', () => {
  it('keeps its status, its text as a comment, and its location', async () => {
    const path = await fresh();
    const made = await platform.reviewer('POST', `${path}/reviews`, {
      status: 'changes-requested',
      comment: { markdown: 'Say more.' },
    });
    expect(made.status).toBe(201);
    const review = made.json as unknown as Review;
    expect(made.headers.get('location')).toBe(review.urls.location);
    expect(review).toMatchObject({
      object: 'change-request-review',
      reviewer: { id: INES },
      status: 'changes-requested',
      outdated: false,
      comment: { body: { markdown: 'Say more.' }, target: { review: review.id } },
    });
    const read = await platform.reviewer('GET', `${path}/reviews/${review.id}?format=markdown`);
    expect(read.json).toEqual(made.json);
    const bare = await platform.reader('GET', `${path}/reviews/${review.id}`);
    expect((bare.json as unknown as Review).comment?.body).toEqual({});
    const [comment] = await listed<{ id: string }>(platform.reader, `${path}/comments`);
    expect(comment?.id).toBe(review.comment?.id);
  });

  it('is outdated once the change request is edited', async () => {
    const path = await fresh();
    await platform.reviewer('POST', `${path}/reviews`, { status: 'approved' });
    await edit(path);
    await platform.admin('POST', `${path}/reviews`, { status: 'approved' });
    const by = async (query: string) =>
      (await listed<Review>(platform.reader, `${path}/reviews${query}`)).map(
        ({ reviewer, outdated }) => [reviewer.id, outdated],
      );
    expect(await by('')).toEqual([
      [MARA, false],
      [INES, true],
    ]);
    expect(await by('?outdated=true')).toEqual([[INES, true]]);
    expect(await by('?outdated=false')).toEqual([[MARA, false]]);
    expect((await platform.reader('GET', `${path}/reviews?outdated=maybe`)).status).toBe(400);
  });

  it('is listed page by page', async () => {
    const path = await fresh();
    for (const status of ['approved', 'changes-requested', 'approved']) {
      await platform.reviewer('POST', `${path}/reviews`, { status });
    }
    const first = await platform.reader('GET', `${path}/reviews?limit=2`);
    expect([first.json.items.length, first.json.count]).toEqual([2, 3]);
    const next = first.json.next?.page;
    const second = await platform.reader('GET', `${path}/reviews?limit=2&page=${next}`);
    expect(second.json.items).toHaveLength(1);
    expect(second.json.next).toBeUndefined();
  });

  it('is refused for closed change requests, without a status, and without rights', async () => {
    const path = await fresh();
    const review = (send: Send, body: object) => send('POST', `${path}/reviews`, body);
    expect((await review(platform.reviewer, { status: 'fine' })).status).toBe(400);
    expect((await review(platform.reader, { status: 'approved' })).status).toBe(403);
    expect((await review(platform.guest, { status: 'approved' })).status).toBe(404);
    expect((await platform.reader('GET', `${path}/reviews/nowhere`)).status).toBe(404);
    await platform.admin('POST', `${path}/merge`);
    expect((await review(platform.reviewer, { status: 'approved' })).status).toBe(409);
    expect((await platform.reader('GET', path)).json).toMatchObject({
      mergedBy: { id: MARA },
      mergedAt: expect.stringMatching(/^\d{4}-/),
    });
  });
});

describe('the participants of a change request', () => {
  it('are listed by what they did, and how often', async () => {
    const path = await fresh();
    await edit(path);
    const comment = await platform.reader('POST', `${path}/comments`, { body: { markdown: 'A' } });
    expect(comment.status).toBe(403);
    const posted = await platform.reviewer('POST', `${path}/comments`, { body: { markdown: 'A' } });
    await platform.editor('POST', `${path}/comments/${posted.json.id}/replies`, {
      body: { markdown: 'B' },
    });
    type Contributor = { user: Person; actionType: string; count: number };
    const all = await listed<Contributor>(platform.reader, `${path}/contributors`);
    expect(all.map(({ user, actionType, count }) => [user.id, actionType, count])).toEqual([
      [TOMAS, 'edit', 2],
      [INES, 'comment', 1],
      [TOMAS, 'comment', 1],
    ]);
    const commenters = await listed<Person & { object: string }>(
      platform.reader,
      `${path}/commenters`,
    );
    expect(commenters.map(({ object, id }) => [object, id])).toEqual([
      ['member', INES],
      ['member', TOMAS],
    ]);
    expect((await listed<Person>(platform.reader, `${SPACE}/commenters`)).length).toBeGreaterThan(
      0,
    );
  });
});

describe('the change requests of an organization', () => {
  const found = async (send: Send, query: string) =>
    (
      await listed<AnswerFields & { space: string }>(
        send,
        `/orgs/${ORGANIZATION}/change-requests${query}`,
      )
    ).map(({ id, space, status }) => ({ id, space, status }));

  it('are by default the open ones of all readable spaces, the last changed first', async () => {
    const roadmap = await propose(platform.admin, `/spaces/${ROADMAP}`, []);
    await platform.admin('PATCH', roadmap.path, { status: 'open' });
    const handbook = await propose(platform.admin, `/spaces/${HANDBOOK}`, []);
    await platform.admin('PATCH', handbook.path, { status: 'open' });
    const mine = await found(platform.admin, '');
    expect(mine[0]?.space).toBe(HANDBOOK);
    expect(mine[1]?.space).toBe(ROADMAP);
    expect(new Set(mine.map(({ status }) => status))).toEqual(new Set(['open']));
    const theirs = await found(platform.reader, '');
    expect(theirs.map(({ space }) => space)).not.toContain(ROADMAP);
    expect(theirs[0]?.space).toBe(HANDBOOK);
  });

  it('are filtered by status, people, space and site, and sorted', async () => {
    const path = await fresh();
    await platform.editor('POST', `${path}/requested-reviewers`, { users: [INES] });
    const id = path.split('/').at(-1) ?? '';
    const ids = async (query: string) => (await found(platform.admin, query)).map(({ id }) => id);
    expect(await ids(`?requestedReviewer=${INES}&limit=1`)).toEqual([id]);
    expect(await ids(`?requestedReviewer=${WREN}`)).toEqual([]);
    expect(await ids(`?creator=${TOMAS}`)).toContain(id);
    expect(await ids(`?creator=${INES}`)).not.toContain(id);
    expect(await ids(`?contributor=${TOMAS}&space=${DEV_GUIDE}`)).toContain(id);
    expect(await ids(`?space=${HANDBOOK}`)).not.toContain(id);
    expect(await ids('?topic=any')).toEqual([]);
    const states = async (query: string) =>
      new Set((await found(platform.admin, query)).map(({ status }) => status));
    expect(await states('?status=draft&status=merged')).toEqual(new Set(['draft', 'merged']));
    expect(await states('?status=merged')).toEqual(new Set(['merged']));
    const site = (await platform.admin('GET', `/orgs/${ORGANIZATION}/sites`)).json.items[0]?.id;
    expect(await ids(`?site=${site}`)).toContain(id);
    expect(await ids('?site=nowhere')).toEqual([]);
    const oldest = await found(platform.admin, '?orderBy=createdAt&status=open&status=draft');
    expect(oldest[0]?.id).toBe(id);
    expect(
      (await platform.admin('GET', `/orgs/${ORGANIZATION}/change-requests?status=lost`)).status,
    ).toBe(400);
    expect((await platform.guest('GET', '/orgs/nowhere/change-requests')).status).toBe(404);
  });
});
