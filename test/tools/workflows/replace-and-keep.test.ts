import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { shareOf } from '../../support/long-run.ts';
import { unfenced } from '../../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const [generation] = linkedClient('2026');

interface Replaced {
  changeRequestId: string;
  replaced: number;
  inAddresses?: number;
  kept?: string;
  inOtherCase?: number;
  case?: string;
  pages: { id: string; title: string; diff: string; space?: string }[];
}

const PROFILES = shareOf(['current', 'contract']);

describe.each(PROFILES)('replacing everywhere on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--profile', profile] });
  });
  afterAll(() => connection.close());

  const replace = async (args: object) =>
    (await connection.facts('replace_in_pages', { spaceId, ...args })) as unknown as Replaced;

  it.each(['again and again', 'try-again'])(
    'leaves the addresses of links that would break by %j',
    async (words) => {
      const wanted = { old: 'retries', new: words };
      const shown = await replace({ ...wanted, preview: true });
      expect(shown.inAddresses).toBeGreaterThan(3);
      expect(shown.kept).toContain('addresses: true');
      const done = await replace(wanted);
      expect([done.replaced, done.inAddresses]).toEqual([shown.replaced, shown.inAddresses]);
      expect(done.kept).toBe(shown.kept);
      const place = { spaceId, changeRequestId: done.changeRequestId };
      const { broken } = await connection.facts('audit_links', place);
      expect(broken).toBe((await connection.facts('audit_links', { spaceId })).broken);
    },
  );

  it('replaces in addresses that break no link to a page', async () => {
    const shown = await replace({ old: 'example.com', new: 'example.org', preview: true });
    expect(shown).not.toHaveProperty('kept');
    expect(JSON.stringify(shown.pages)).toContain('https://status.northwind.example.org/');
  });

  it('writes links by the path of a page, also from another folder', async () => {
    const linked = { old: 'an exponential backoff', new: 'a [backoff](/guides/retries#backoff)' };
    const args = { pages: ['guides/retries', 'troubleshooting'], match: 'regex' };
    const { changeRequestId, replaced } = await replace({ ...args, ...linked, old: '\\A' });
    expect(replaced).toBe(2);
    const place = { spaceId, changeRequestId };
    expect(await connection.facts('audit_links', place)).toMatchObject({ new: 0 });
  });

  it('refuses to break links to pages that a caller names in addresses', async () => {
    const args = { spaceId, old: 'retries', new: 'again and again', addresses: true };
    const { isError, content } = await connection.call('replace_in_pages', args);
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('would break links to pages');
  });

  it('removes links whole', async () => {
    const link = '[Troubleshooting](./troubleshooting.md)';
    const found = await connection.facts('find_in_pages', { spaceId, text: '](./' });
    expect(found.matches).toBeGreaterThan(0);
    const shown = await replace({
      ...{ old: '\\[([^\\]]*)\\]\\(\\./[^)]*\\)', new: '$1', match: 'regex', preview: true },
    });
    expect(shown, link).not.toHaveProperty('kept');
    expect(shown.replaced).toBeGreaterThan(0);
  });

  it('keeps capitals if the searched words are in lower case, and says how to change them', async () => {
    const wanted = { old: 'queue', new: 'line', ignoreCase: true, preview: true };
    const same = await replace({ ...wanted, preserveCase: false });
    expect(same.inOtherCase).toBeGreaterThan(0);
    expect(same.case).toBe('all become the same; preserveCase: true keeps capitals');
    expect(unfenced(JSON.stringify(same.pages))).not.toMatch(/Line/);
    const kept = await replace(wanted);
    expect(kept.case).toBe('kept; preserveCase: false writes new as it is');
    const named = await replace({ ...wanted, new: 'Line' });
    expect(named.case).toBe(same.case);
    const lines = unfenced(JSON.stringify(kept.pages));
    expect(lines).toMatch(/Line/);
    expect(lines).toMatch(/line/);
    expect(kept.replaced).toBe(same.replaced);
  });

  it('keeps the capitals of each word', async () => {
    const args = { old: 'dead-letter queue', new: 'lost-mail box', preview: true };
    const kept = await replace({ ...args, ignoreCase: true, preserveCase: true });
    const lines = unfenced(JSON.stringify(kept.pages));
    expect(lines).toMatch(/Lost-mail box/);
    expect(lines).toMatch(/lost-mail box/);
  });

  const braced = (name: string) => ['$', '{', name, '}'].join('');

  it.each(['$1', braced('1'), '\\1', '$<part>', braced('part')])(
    'puts a group of the expression in place of %s',
    async (reference) => {
      const old = '(?P<part>dead)-letter queue';
      const shown = await replace({
        ...{ old, new: `${reference}-mail box $$9`, match: 'regex', preview: true },
      });
      expect(unfenced(JSON.stringify(shown.pages))).toContain('dead-mail box $9');
    },
  );

  it('distinguishes inline code from blocks, and counts what it leaves out', async () => {
    const matches = async (part: string) => {
      const args = { spaceId, text: 'lease', in: part, perPage: 0 };
      return connection.facts('find_in_pages', args);
    };
    const [all, prose, text, code] = await Promise.all(
      ['both', 'prose', 'text', 'code'].map(matches),
    );
    expect(prose?.matches).toBeLessThan(all?.matches as number);
    expect(text?.matches).toBeLessThan(prose?.matches as number);
    expect(text?.inCode).toBe((all?.matches as number) - (text?.matches as number));
    expect(code?.inText).toBeGreaterThan(0);
    const shown = await replace({ old: 'lease', new: 'loan', in: 'prose', preview: true });
    expect(shown).toMatchObject({ inCode: prose?.inCode });
  });

  it('leaves out pages and all pages below them', async () => {
    const wanted = { old: 'queue', new: 'line', preview: true };
    const all = await replace(wanted);
    const left = await replace({ ...wanted, exceptPages: ['guides'] });
    const idsOf = ({ pages }: Replaced) => pages.map(({ id }) => id);
    const found = await connection.facts('find_in_pages', {
      ...{ spaceId, text: 'queue', pages: ['guides'], perPage: 0 },
    });
    const within = (found.pages as { id: string }[]).map(({ id }) => id);
    expect(within.length).toBeGreaterThan(2);
    expect(idsOf(left)).toEqual(idsOf(all).filter((id) => !within.includes(id)));
    expect(left).toMatchObject({ inExceptPages: { matches: all.replaced - left.replaced } });
    const others = await connection.facts('find_in_pages', {
      ...{ spaceId, text: 'queue', exclude: ['guides'], perPage: 0 },
    });
    expect((others.pages as { id: string }[]).map(({ id }) => id)).toEqual(idsOf(left));
  });

  it('ignores an empty list of exceptions', async () => {
    const none = { exceptPages: [], moreSpaces: [] };
    const done = await replace({ old: 'queue', new: 'line', preview: true, ...none });
    expect(done).not.toHaveProperty('inExceptPages');
    expect(done.replaced).toBeGreaterThan(1);
    const { isError } = await connection.call('replace_in_pages', {
      ...{ spaceId, old: 'queue', new: 'line', preview: true, pages: [] },
    });
    expect(isError).toBe(true);
  });

  it('writes no excluded page below a page that changes', async () => {
    const change = { operation: 'insert_page', title: 'Haven', ref: 'a', markdown: 'A zebu.' };
    const below = { operation: 'insert_page', title: 'Legal', into: 'a', markdown: 'Our zebu.' };
    await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Zebus', changes: [change, below], merge: true },
    });
    const wanted = { old: 'zebu', new: 'yak', exceptPages: ['haven/legal'] };
    const done = await replace(wanted);
    expect(done).toMatchObject({
      ...{ replaced: 1, changedPages: 1, left: 0 },
      inExceptPages: { matches: 1, pages: [{ matches: 1 }] },
    });
    expect(done.pages).toMatchObject([{ title: 'Haven', replaced: 1 }]);
    const kept = await connection.facts('find_in_pages', {
      ...{ spaceId, changeRequestId: done.changeRequestId, text: 'zebu' },
    });
    expect(kept).toMatchObject({ matches: 1, pages: [{ title: 'Legal' }] });
  });

  it('replaces in several spaces, each with a change request of its own', async () => {
    const spaces = ['Developer Guide', 'Operations Handbook'];
    const told = (await connection.facts('replace_in_pages', {
      ...{ spaces, old: 'the', new: 'THE', match: 'words', allowPlainLinks: true },
    })) as { replaced: number; spaces: (Replaced & { space: string })[]; pages: object[] };
    expect(told.spaces.map(({ space }) => space)).toEqual([spaceId, 'spaceOpsHandbook0001']);
    const [one, other] = told.spaces;
    expect(one?.changeRequestId).not.toBe(other?.changeRequestId);
    expect(told.replaced).toBe((one?.replaced ?? 0) + (other?.replaced ?? 0));
    expect(other?.replaced).toBeGreaterThan(0);
    const { isError, content } = await connection.call('replace_in_pages', {
      ...{ spaceId, moreSpaces: spaces, pages: ['guides'], old: 'a', new: 'b' },
    });
    expect([isError, content[0]?.text]).toEqual([
      true,
      expect.stringContaining('only one of moreSpaces and pages'),
    ]);
  });
});

describe('the diff of a long line', () => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({});
  });
  afterAll(() => connection.close());

  it('is cut between words, around the change', async () => {
    const words = Array.from({ length: 60 }, (_, at) => `wording${at}`);
    const page = { operation: 'insert_page', title: 'Long', markdown: words.join(' ') };
    const { number } = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, changes: [page] },
    });
    const told = (await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, existing: number },
      changes: [{ operation: 'replace_text', page: 'long', old: 'wording30', new: 'word 30' }],
    })) as unknown as Replaced;
    const [, was, is] = unfenced(told.pages[0]?.diff ?? '').split('\n');
    expect(was).toBe(
      '-…wording26 wording27 wording28 wording29 wording30 wording31 wording32 wording33 wording34…',
    );
    expect(is).toBe(
      '+…wording26 wording27 wording28 wording29 word 30 wording31 wording32 wording33 wording34…',
    );
  });
});
