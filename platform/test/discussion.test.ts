import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEV_GUIDE, pageIds, propose, startTestPlatform, type TestPlatform } from './support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;

let platform: TestPlatform;
/** A new change request for each test, so discussions do not mix. */
let content: string;
let comments: string;

beforeAll(async () => {
  platform = await startTestPlatform();
});

beforeEach(async () => {
  content = (await propose(platform.editor, SPACE, [])).path;
  comments = `${content}/comments`;
});

afterAll(() => platform.close());

const body = (markdown: string) => ({ body: { markdown } });

async function post(markdown: string, send = platform.reviewer): Promise<string> {
  return (await send('POST', comments, body(markdown))).json.id;
}

const texts = async (query: string) =>
  (await platform.reader('GET', `${comments}?format=markdown${query}`)).json.items.map(
    (item) => item.body.markdown,
  );

describe('comments', () => {
  it('are resolved and reopened', async () => {
    const at = `${comments}/${await post('Is this right?')}`;
    const open = (await platform.reader('GET', at)).json;
    expect(open).toMatchObject({ status: 'open' });
    expect(open).not.toHaveProperty('resolvedBy');

    const resolved = (await platform.editor('PUT', at, { resolved: true })).json;
    expect(resolved).toMatchObject({
      status: 'resolved',
      resolvedBy: { id: 'userTomas00000000001' },
      resolvedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    const again = (await platform.admin('PUT', at, { resolved: true })).json;
    expect(again).toMatchObject({ resolvedBy: { id: 'userTomas00000000001' } });

    const reopened = (await platform.reviewer('PUT', at, { resolved: false })).json;
    expect(reopened.status).toBe('open');
    expect(reopened).not.toHaveProperty('resolvedAt');
  });

  it('are counted while they are open', async () => {
    const count = async () =>
      ((await platform.reader('GET', content)).json as unknown as { comments: number }).comments;
    const [first, second] = [await post('One'), await post('Two')];
    expect(await count()).toBe(2);
    await platform.editor('PUT', `${comments}/${first}`, { resolved: true });
    expect(await count()).toBe(1);
    await platform.reviewer('DELETE', `${comments}/${second}`);
    expect(await count()).toBe(0);
  });

  it('are filtered by status and page, in either order', async () => {
    const pages = await pageIds(platform.reader, SPACE);
    const page = pages.get('limits');
    await platform.reviewer('POST', comments, { ...body('On limits'), page });
    const resolved = await post('Resolved');
    await platform.editor('PUT', `${comments}/${resolved}`, { resolved: true });
    expect(await texts('')).toEqual(['Resolved', 'On limits']);
    expect(await texts('&order=asc')).toEqual(['On limits', 'Resolved']);
    expect(await texts('&status=open')).toEqual(['On limits']);
    expect(await texts('&status=resolved')).toEqual(['Resolved']);
    expect(await texts(`&targetPage=${page}`)).toEqual(['On limits']);
  });

  it('keep their position in a list that grows while it is read', async () => {
    for (const text of ['1', '2', '3', '4']) await post(text);
    const read = async (query: string) =>
      (await platform.reader('GET', `${comments}?format=markdown&limit=2${query}`)).json;
    const first = await read('');
    await post('5');
    const second = await read(`&page=${first.next?.page}`);
    const seen = [...first.items, ...second.items].map((item) => item.body.markdown);
    expect(seen).toEqual(['4', '3', '2', '1']);
    expect(second.next).toBeUndefined();
    expect(second.count).toBe(5);
  });

  it('have no text unless a format is requested', async () => {
    const at = `${comments}/${await post('Some *words*')}`;
    const read = async (query: string) => (await platform.reader('GET', at + query)).json.body;
    expect(await read('')).toEqual({});
    expect(await read('?format=markdown')).toEqual({ markdown: 'Some *words*' });
    expect(await read('?format=document')).toMatchObject({
      document: { object: 'document', nodes: [{ type: 'paragraph' }] },
    });
    expect((await platform.reader('GET', `${at}?format=html`)).status).toBe(400);
  });

  it('are also returned as a document tree', async () => {
    const at = `${comments}/${await post('Some **words** and `code`\n\n1. one\n2. two')}`;
    const { document } = (await platform.reader('GET', `${at}?format=document`)).json
      .body as unknown as { document: object };
    const copied = await platform.reviewer('POST', comments, { body: { document } });
    expect(copied.json.body.markdown).toBe('Some **words** and `code`\n\n1. one\n2. two');
  });

  it('state whether the page still has the text they refer to', async () => {
    const [page] = (await pageIds(platform.reader, content)).values();
    const comment = await platform.reviewer('POST', comments, { ...body('Hm'), page });
    const target = async () =>
      (await platform.reader('GET', `${comments}/${comment.json.id}`)).json as unknown as {
        target: { page: { outdated: boolean } };
      };
    expect((await target()).target.page.outdated).toBe(false);
    const document = { markdown: 'Other words.' };
    const changes = [{ operation: 'update_page', page, document }];
    await platform.editor('POST', `${content}/content`, { changes });
    expect((await target()).target.page.outdated).toBe(true);
  });

  it.each([
    ['an empty text', body('  \n'), 422],
    ['no body', {}, 400],
    ['a page that is not there', { ...body('x'), page: 'nowhere' }, 404],
    ['a block without its page', { ...body('x'), node: 'abc' }, 422],
  ])('are refused with %s', async (_case, sent, status) => {
    expect((await platform.reviewer('POST', comments, sent)).status).toBe(status);
  });

  it('cannot be written by readers, nor outside of their discussion', async () => {
    expect((await platform.reader('POST', comments, body('x'))).status).toBe(403);
    const id = await post('In the change request');
    expect((await platform.reader('GET', `${SPACE}/comments/${id}`)).status).toBe(404);
  });

  it('are changed by their author, and deleted by the author or an administrator', async () => {
    const at = `${comments}/${await post('Mine')}`;
    const edit = await platform.editor('PUT', at, body('Yours'));
    expect(edit.json.error).toEqual({
      code: 403,
      message: 'Only its author may change its text',
    });
    expect((await platform.editor('DELETE', at)).status).toBe(403);
    const edited = (await platform.reviewer('PUT', at, body('Still mine'))).json;
    expect(edited).toMatchObject({
      body: { markdown: 'Still mine' },
      editedAt: expect.any(String),
      permissions: { edit: true, delete: true },
    });
    const deleted = await platform.admin('DELETE', at);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await platform.reader('GET', at)).status).toBe(404);
  });
});

describe('replies', () => {
  it('are in chronological order and counted', async () => {
    const at = `${comments}/${await post('Question')}`;
    const first = await platform.editor('POST', `${at}/replies`, body('Answer'));
    await platform.reviewer('POST', `${at}/replies`, body('Thanks'));
    const list = (await platform.reader('GET', `${at}/replies?format=markdown`)).json;
    expect(list.items.map((item) => item.body.markdown)).toEqual(['Answer', 'Thanks']);
    expect((await platform.reader('GET', at)).json).toMatchObject({ replies: 2 });

    const reply = `${at}/replies/${first.json.id}`;
    expect((await platform.reviewer('PUT', reply, body('No'))).status).toBe(403);
    expect((await platform.editor('PUT', reply, body('Better'))).json.body.markdown).toBe('Better');
    expect((await platform.reviewer('DELETE', reply)).status).toBe(403);
    expect((await platform.editor('DELETE', reply)).status).toBe(204);
    expect((await platform.reader('GET', at)).json).toMatchObject({ replies: 1 });
  });

  it('resolve the comment they belong to', async () => {
    const at = `${comments}/${await post('Question')}`;
    const reply = await platform.editor('POST', `${at}/replies`, body('Done'));
    await platform.editor('PUT', `${at}/replies/${reply.json.id}`, { resolved: true });
    expect((await platform.reader('GET', at)).json.status).toBe('resolved');
  });

  it('are deleted together with their comment', async () => {
    const at = `${comments}/${await post('Question')}`;
    const reply = await platform.editor('POST', `${at}/replies`, body('Answer'));
    await platform.reviewer('DELETE', at);
    const gone = await platform.reader('GET', `${at}/replies/${reply.json.id}`);
    expect(gone.status).toBe(404);
  });
});

describe('reactions', () => {
  const reactionsTo = async (at: string) =>
    (
      (await platform.reader('GET', at)).json as unknown as {
        reactions: { emoji: string; count: number; users: { user: { id: string } }[] }[];
      }
    ).reactions.map(({ emoji, count, users }) => [emoji, count, users.map(({ user }) => user.id)]);

  it('count each user once, and are removed only by their own user', async () => {
    const at = `${comments}/${await post('Good')}`;
    await platform.editor('PUT', at, { addedReactions: ['1f44d', '1f389'] });
    await platform.editor('PUT', at, { addedReactions: ['1f44d'] });
    await platform.admin('PUT', at, { addedReactions: ['1f44d'], removedReactions: ['1f389'] });
    const [tomas, mara] = ['userTomas00000000001', 'userMara000000000001'];
    const both = await reactionsTo(at);
    expect(both).toHaveLength(2);
    expect(both).toContainEqual(['1f44d', 2, expect.arrayContaining([tomas, mara])]);
    expect(both).toContainEqual(['1f389', 1, [tomas]]);
    await platform.editor('PUT', at, { removedReactions: ['1f44d', '1f389'] });
    expect(await reactionsTo(at)).toEqual([['1f44d', 1, [mara]]]);
  });

  it('are of 50 different emoji at most', async () => {
    const at = `${comments}/${await post('Good')}`;
    const emoji = Array.from({ length: 50 }, (_, index) => `e${index}`);
    expect((await platform.editor('PUT', at, { addedReactions: emoji })).status).toBe(200);
    const refused = await platform.editor('PUT', at, { addedReactions: ['one more'] });
    expect(refused.json.error).toEqual({
      code: 422,
      message:
        'A comment can have 50 different emoji and 1000 reactions at most; use one that is there, or write a reply',
    });
    expect((await platform.admin('PUT', at, { addedReactions: ['e0'] })).status).toBe(200);
    expect(await reactionsTo(at)).toHaveLength(50);
  });

  it('also apply to replies', async () => {
    const at = `${comments}/${await post('Good')}`;
    const reply = await platform.editor('POST', `${at}/replies`, body('Indeed'));
    const where = `${at}/replies/${reply.json.id}`;
    await platform.reviewer('PUT', where, { addedReactions: ['1f44d'] });
    expect(await reactionsTo(where)).toEqual([['1f44d', 1, ['userInes000000000001']]]);
  });
});
