import { describe, expect, it } from 'vitest';
import { DEV_GUIDE, HANDBOOK, ORGANIZATION, ROADMAP, type TestPlatform } from '../support.ts';
import { useFreshPlatforms } from './copies.ts';

const FIELDS = `/orgs/${ORGANIZATION}/custom-fields`;
const VALUES = `/spaces/${DEV_GUIDE}/custom-fields`;

let platform: TestPlatform;

useFreshPlatforms((fresh) => {
  platform = fresh;
});

const error = (code: number, message: string) => ({ error: { code, message } });
const NOT_ADMIN = error(403, 'This needs the role admin on the organization; yours is edit');

/** The values of a space, by field name. */
async function values(space = DEV_GUIDE): Promise<Record<string, unknown>> {
  const { text } = await platform.admin('GET', `/spaces/${space}/custom-fields`);
  const given = JSON.parse(text) as { customField: { name: string }; value: unknown }[];
  return Object.fromEntries(given.map(({ customField, value }) => [customField.name, value]));
}

describe('custom fields', () => {
  it('are listed to members', async () => {
    const { json } = await platform.reader('GET', FIELDS);
    expect(json.count).toBe(2);
    expect(json.items).toMatchObject([
      {
        id: 'fieldAudience0000001',
        name: 'audience',
        type: 'select:single',
        title: 'Audience',
        description: 'Who the space is written for',
        placeholder: 'Choose an audience',
        options: ['customers', 'employees', 'partners'],
        urls: { location: `${platform.url}/v1${FIELDS}/audience` },
      },
      { id: 'fieldReviewDays00001', name: 'review-days', type: 'number' },
    ]);
    expect(json.items[1]).not.toHaveProperty('options');
  });

  it('are created with just a name and a type', async () => {
    const answer = await platform.admin('POST', FIELDS, { name: 'owner_1', type: 'text' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${platform.url}/v1${FIELDS}/owner_1`);
    expect(answer.json).toMatchObject({
      name: 'owner_1',
      type: 'text',
      title: 'owner_1',
      description: '',
      placeholder: '',
    });
    expect((await platform.admin('GET', `${FIELDS}/owner_1`)).json).toEqual(answer.json);
  });

  it('have unique names', async () => {
    const answer = await platform.admin('POST', FIELDS, { name: 'audience', type: 'text' });
    expect(answer.json).toEqual(
      error(409, 'There is a custom field audience already; change it with PATCH'),
    );
    const labs = '/orgs/orgNorthwindLabs0001/custom-fields';
    const other = await platform.admin('POST', labs, { name: 'audience', type: 'text' });
    expect(other.status).toBe(201);
  });

  it.each([
    [{ name: 'words' }],
    [{ type: 'text' }],
    [{ name: '', type: 'text' }],
    [{ name: 'Words', type: 'text' }],
    [{ name: 'two words', type: 'text' }],
    [{ name: 'a'.repeat(51), type: 'text' }],
    [{ name: 'words', type: 'date' }],
    [{ name: 'words', type: 'select:single' }],
    [{ name: 'words', type: 'select:multi', options: [] }],
    [{ name: 'words', type: 'select:multi', options: [''] }],
    [{ name: 'words', type: 'select:multi', options: ['a'.repeat(41)] }],
    [{ name: 'words', type: 'select:multi', options: Array(51).fill('a') }],
    [{ name: 'words', type: 'text', title: 'a'.repeat(101) }],
    [{ name: 'words', type: 'text', description: 'a'.repeat(201) }],
    [{ name: 'words', type: 'text', placeholder: 'a'.repeat(101) }],
  ])('refuse %j', async (body) => {
    expect((await platform.admin('POST', FIELDS, body)).status).toBe(400);
  });

  it('change only in the given fields', async () => {
    const path = `${FIELDS}/audience`;
    const before = (await platform.admin('GET', path)).json;
    const answer = await platform.admin('PATCH', path, { options: ['customers', 'everybody'] });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      ...before,
      options: ['customers', 'everybody'],
      updatedAt: expect.stringMatching(/^\d{4}-/),
    });
    expect((await platform.admin('PATCH', path, { title: 'Readers' })).json).toMatchObject({
      title: 'Readers',
      options: ['customers', 'everybody'],
    });
    expect((await platform.admin('PATCH', `${FIELDS}/none`, {})).json).toEqual(
      error(404, 'Custom field not found'),
    );
  });

  it('lose their values when they are deleted', async () => {
    expect((await platform.admin('DELETE', `${FIELDS}/audience`)).status).toBe(204);
    expect((await platform.admin('DELETE', `${FIELDS}/audience`)).status).toBe(204);
    expect((await platform.admin('GET', `${FIELDS}/audience`)).status).toBe(404);
    expect(await values()).toEqual({ 'review-days': 90 });
  });

  it('are created by administrators', async () => {
    const body = { name: 'mine', type: 'text' };
    expect((await platform.editor('POST', FIELDS, body)).json).toEqual(NOT_ADMIN);
    expect((await platform.editor('PATCH', `${FIELDS}/audience`, {})).json).toEqual(NOT_ADMIN);
    expect((await platform.editor('DELETE', `${FIELDS}/audience`)).json).toEqual(NOT_ADMIN);
    expect((await platform.guest('GET', FIELDS)).status).toBe(403);
  });
});

describe('values of custom fields', () => {
  it('are returned for a space', async () => {
    const { text } = await platform.reader('GET', VALUES);
    expect(JSON.parse(text)).toMatchObject([
      { customField: { name: 'audience', type: 'select:single' }, value: 'customers' },
      { customField: { name: 'review-days', type: 'number' }, value: 90 },
    ]);
    expect(await values(HANDBOOK)).toEqual({});
  });

  it('are set individually and leave the others unchanged', async () => {
    const answer = await platform.editor('PATCH', VALUES, {
      values: { audience: { value: 'partners' } },
    });
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(await values()).toEqual({ audience: 'partners', 'review-days': 90 });
  });

  it.each([
    ['text', undefined, ['', 'a'.repeat(256)], ['a'.repeat(257), 1, true, ['a'], null]],
    ['number', undefined, [0, -1.5], ['1', true, [1], null]],
    ['boolean', undefined, [true, false], ['true', 1, null]],
    ['tags', undefined, [[], ['a', 'b'.repeat(256)]], ['a', [1], ['b'.repeat(257)]]],
    ['select:single', ['one', 'two'], ['one', 'two'], ['three', ['one'], '', 1]],
    ['select:multi', ['one', 'two'], [[], ['one'], ['two', 'one']], ['one', ['three'], [1]]],
  ])('of type %s are validated', async (type, options, good, bad) => {
    await platform.admin('POST', FIELDS, { name: 'words', type, options });
    const set = (value: unknown) =>
      platform.admin('PATCH', VALUES, { values: { words: { value } } });
    for (const value of good) {
      expect((await set(value)).status, JSON.stringify(value)).toBe(204);
      expect((await values()).words).toEqual(value);
    }
    for (const value of bad) {
      expect((await set(value)).status, JSON.stringify(value)).toBe(400);
      expect((await values()).words).toEqual(good.at(-1));
    }
  });

  it('list the allowed values', async () => {
    const answer = await platform.admin('PATCH', VALUES, { values: { audience: { value: 'me' } } });
    expect(answer.json).toEqual(
      error(400, 'body.values.audience.value: must be one of: customers, employees, partners'),
    );
  });

  it('are set all or none', async () => {
    const answer = await platform.admin('PATCH', VALUES, {
      values: { audience: { value: 'partners' }, none: { value: 'words' } },
    });
    expect(answer.json).toEqual(
      error(400, 'body.values.none: the organization has no such custom field'),
    );
    expect(await values()).toEqual({ audience: 'customers', 'review-days': 90 });
  });

  it.each([
    [{}],
    [{ values: [] }],
    [{ values: { audience: 'partners' } }],
    [{ values: { audience: {} } }],
  ])('refuse %j', async (body) => {
    expect((await platform.admin('PATCH', VALUES, body)).status).toBe(400);
  });

  it('are set by editors of the space and visible to its readers', async () => {
    const body = { values: { audience: { value: 'partners' } } };
    expect((await platform.reader('PATCH', VALUES, body)).json).toEqual(
      error(403, 'This needs the role edit on the space; yours is read'),
    );
    expect((await platform.guest('GET', VALUES)).status).toBe(404);
    expect((await platform.reader('GET', `/spaces/${ROADMAP}/custom-fields`)).status).toBe(404);
    expect((await platform.reader('PATCH', `/spaces/${ROADMAP}/custom-fields`, body)).status).toBe(
      404,
    );
  });
});
