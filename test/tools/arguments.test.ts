import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../src/tools/arguments/parse.ts';
import { tools } from '../../src/tools/index.ts';

function parse(tool: string, args: unknown) {
  const found = tools.find(({ name }) => name === tool);
  if (!found) throw new Error(`no ${tool}`);
  return parseArguments(found, args);
}

const SITE = { organizationId: 'o', siteId: 's' };
const EDIT = { spaceId: 's', subject: 'Groups' };

describe('parseArguments', () => {
  it('returns valid arguments with their defaults', () => {
    expect(parse('get_page', { spaceId: 's', pageId: 'p' })).toEqual({
      spaceId: 's',
      pageId: 'p',
      format: 'markdown',
    });
  });

  it.each(['Back-off of retries', 'guides/retries'])(
    'reads %j as a page, not as a cursor',
    (page) => {
      const list = (given: string) => parse('list_space_comments', { spaceId: 's', page: given });
      // A name is replaced with its id before.
      expect(() => list(page)).toThrow('targetPage: ');
      expect(list('WyJhIiwxMl0')).toMatchObject({ page: 'WyJhIiwxMl0' });
    },
  );

  it('refuses far too many members without checking each', () => {
    const members = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, 1]));
    expect(() => parse('get_page', members)).toThrow(
      'Invalid arguments for get_page, nothing was sent. An object has 20000 members. Valid: spaceId',
    );
    const change = { operation: 'insert_page', title: 'New' };
    const changes = JSON.stringify(Array.from({ length: 20_000 }, () => change));
    const args = { spaceId: 's', changeRequestId: 'c', changes };
    expect(() => parse('edit_change_request_content', args)).toThrow(
      'A list has 20000 items. Give at most 500.',
    );
    const ids = Array.from({ length: 6_000 }, (_, at) => `u${at}`);
    const team = { organizationId: 'o', title: 'T', members: ids, owners: ids };
    expect(() => parse('create_team', team)).toThrow(
      'Invalid arguments for create_team, nothing was sent. The lists have more than 10000 items.',
    );
  });

  it.each([
    [
      '[{"a":1},'.repeat(20_000),
      'JSON in a string is nested deeper than 1000 levels. Send it flatter.',
    ],
    [`{${'"key":1,'.repeat(6_000)}`, 'JSON in a string has an object of more than 5000 members.'],
    [`[${'1,'.repeat(210_000)}1]`, 'JSON in a string has more than 200000 values. Send fewer.'],
  ])('refuses JSON sent as text that takes long to parse', (changes, problem) => {
    const args = { spaceId: 's', changeRequestId: 'c', changes };
    expect(() => parse('edit_change_request_content', args)).toThrow(problem);
  });

  it('counts all JSON sent as text together', () => {
    const numbers = `[${'1,'.repeat(110_000)}`;
    const args = { organizationId: 'o', title: 'T', members: numbers, owners: numbers };
    expect(() => parse('create_team', args)).toThrow(
      'JSON in a string has more than 200000 values. Send fewer.',
    );
  });

  it('repairs a numeric id and JSON sent as text', () => {
    const args = { spaceId: 's', changeRequestId: 7, body: '{"markdown":"Hi"}' };
    expect(parse('post_change_request_comment', args)).toEqual({
      spaceId: 's',
      changeRequestId: '7',
      body: { markdown: 'Hi' },
    });
  });

  it.each([
    [{ source: '/old', destination: null }],
    [JSON.stringify({ source: '/old', destination: null })],
  ])('keeps a null in a list that stands for a removal: %j', (item) => {
    const site = { organizationId: 'o', siteId: 't' };
    for (const redirects of [[item], JSON.stringify([item])]) {
      expect(parse('set_site_redirects', { ...site, redirects })).toEqual({
        ...site,
        redirects: [{ source: '/old', destination: null }],
      });
    }
  });

  it.each([
    ['get_page', { spaceId: 's' }, 'pageId is required (from list_pages)'],
    ['get_page', undefined, 'spaceId is required'],
    [
      'get_page',
      { spaceIdd: 's', pageId: 'p' },
      'Unknown argument "spaceIdd"; did you mean spaceId?',
    ],
    [
      'get_page',
      { spaceId: 's', pageId: 'p', colour: 1 },
      'Valid: spaceId, pageId, format, metadata, computed',
    ],
    ['list_organizations', { limit: 1001 }, '<=1000'],
    ['list_organizations', { limit: 'many' }, 'limit: '],
    ['search_space', { spaceId: 's', query: 'q'.repeat(513) }, '<=512'],
    ['create_change_request', { spaceId: 's', subject: 'x'.repeat(101) }, '<=100'],
    [
      'get_page',
      { spaceId: 's\u200b', pageId: 'p' },
      'spaceId: has a space or an invisible character',
    ],
    ['get_page', { spaceId: 's', pageId: 'p q' }, 'pageId: has a space or an invisible character'],
    ['get_page', { spaceId: '', pageId: 'p' }, 'spaceId: '],
    ['get_page', { spaceId: { id: 's' }, pageId: 'p' }, 'spaceId: '],
    ['update_collection', { collectionId: 'c' }, 'nothing to change: give at least one of'],
    ['post_space_comment', { spaceId: 's', body: {} }, 'exactly one of markdown and document'],
    [
      'create_site_redirect',
      { ...SITE, source: '/a', destination: { kind: 'page', space: 'x', page: 'y' } },
      'must be one of {kind: "path", spaceId, path}, {kind: "site-page", siteSpaceId, pageId}, ',
    ],
    [
      'create_site_redirect',
      { ...SITE, source: '/a', destination: '/b' },
      'destination: must be one of {kind: "path", spaceId, path}, ',
    ],
    [
      'list_open_threads',
      { spaceId: 's', pageId: 'p' },
      'Unknown argument "pageId": list_space_comments with pageId and status "open"',
    ],
    [
      'open_change_request_with_edits',
      { ...EDIT, changes: [{ operation: 'insert_page', title: 'New', type: 'group' }] },
      'unknown "type". Groups cannot be made here: insert_page makes a page',
    ],
    [
      'set_site_redirects',
      { ...SITE, redirects: [{ destination: null }] },
      'redirects.0.source is required',
    ],
    ['get_page', ['s', 'p'], 'arguments: '],
    ['get_page', 'spaceId=s', 'arguments: '],
  ])('refuses %s %j', (tool, args, message) => {
    expect(() => parse(tool, args)).toThrow(message);
    expect(() => parse(tool, args)).toThrow(/^Invalid arguments for \w+, nothing was sent\. /);
  });
});

describe('oversized arguments', () => {
  it('are refused and quoted in part', () => {
    const keys = Array.from({ length: 900 }, (_, at) => [`unknown_argument_${at}`, 1]);
    const message = refusalOf(() => parse('get_page', Object.fromEntries(keys)));
    expect(message).toContain('Unknown argument "unknown_argument_4"');
    expect(message).not.toContain('unknown_argument_5');
    expect(message).toContain('895 more unknown ones');
    expect(message.length).toBeLessThan(3_000);
  });

  it('are not quoted in full', () => {
    const message = refusalOf(() => parse('get_page', { ['x'.repeat(1_000_000)]: 1 }));
    expect(message.length).toBeLessThan(1_000);
    expect(message).not.toContain('did you mean');
  });
});

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was refused');
}
