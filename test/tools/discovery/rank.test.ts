import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOperations } from '../../../src/operations/index.ts';
import { createRanking, type Rankable } from '../../../src/tools/discovery/rank.ts';
import { operationTool } from '../../../src/tools/operation-tool.ts';
import tasks from './tasks.json' with { type: 'json' };

const catalogue = allOperations.map(operationTool);
const rank = await createRanking(catalogue);

const blank: Rankable = {
  name: 'tool',
  title: 'Tool',
  summary: '',
  toolset: 'test',
  effect: 'read',
  input: { shape: {} },
};

const namesFor = (...args: Parameters<typeof rank>) => rank(...args).map(({ name }) => name);
const bestThree = (query: string) => namesFor(query, { limit: 3 });

function itFinds(cases: readonly (readonly [query: string, name: string])[]): void {
  it.each(cases)('"%s" finds %s', (query, name) => {
    expect(bestThree(query)).toContain(name);
  });
}

describe('tasks in plain words', () => {
  const names = new Set(catalogue.map(({ name }) => name));
  const toolsetOf = new Map(catalogue.map(({ name, toolset }) => [name, toolset]));

  it('are answered by operations of every toolset', () => {
    const wanted = tasks.flatMap(({ tools }) => tools);
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
    expect(new Set(wanted.map((name) => toolsetOf.get(name)))).toEqual(new Set(toolsetOf.values()));
    expect(tasks.length).toBeGreaterThanOrEqual(60);
    expect(new Set(tasks.map(({ task }) => task)).size).toBe(tasks.length);
  });

  it('find a right operation among the best three at least 95 times in 100', () => {
    const missed = tasks.filter(
      ({ task, tools }) => !bestThree(task).some((name) => tools.includes(name)),
    );
    const most = Math.floor(tasks.length * 0.05);
    expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(most);
  });
});

describe('words of the catalogue', () => {
  it('find every operation first by its name and by its title', () => {
    const others = catalogue.filter(
      ({ name, title }) => namesFor(name)[0] !== name || namesFor(title)[0] !== name,
    );
    expect(others).toEqual([]);
  });

  it('find an operation first by its name among other words, and the longest such name', () => {
    expect(namesFor('request reviewers on a change request')[0]).toBe('request_reviewers');
    expect(namesFor('update change request from primary, then merge')[0]).toBe(
      'update_change_request_from_primary',
    );
  });

  it('match in any inflection', () => {
    expect(namesFor('merging change requests')[0]).toBe('merge_change_request');
    expect(namesFor('deleted collections')[0]).toBe('delete_collection');
  });

  it('match by prefix', () => {
    expect(bestThree('list coll')).toContain('list_collections');
    expect(bestThree('list transl sett')).toContain('list_translation_settings');
  });

  itFinds([
    ['chnage request', 'get_change_request'],
    ['merge chaneg reqest', 'merge_change_request'],
    ['delete colection', 'delete_collection'],
    ['swager versions', 'list_openapi_versions'],
    ['brokn lniks', 'list_page_links'],
  ]);

  it('in a summary that points to another tool do not find this one', async () => {
    const summaries: Rankable[] = [
      { ...blank, name: 'watch_spaces', summary: 'Watch. Afterwards call publish_spaces.' },
      { ...blank, name: 'publish_spaces', summary: 'Publish.' },
    ];
    expect((await createRanking(summaries))('publish').map(({ name }) => name)).toEqual([
      'publish_spaces',
    ]);
  });
});

describe('words of the field', () => {
  itFinds([
    ['PR', 'get_change_request'],
    ['open a pull request', 'create_change_request'],
    ['my drafts', 'list_change_requests'],
    ['publish my draft', 'merge_change_request'],
    ['publish the website', 'publish_site'],
    ['approve', 'merge_change_request'],
    ['add a variant', 'add_space_to_site'],
    ['link rot', 'list_page_links'],
    ['dead links', 'list_page_links'],
    ['404', 'list_page_links'],
    ['add an emoji', 'update_space_comment'],
    ['reopen a thread', 'resolve_space_comment'],
    ['swagger', 'list_openapi_specs'],
    ['API specs', 'list_openapi_specs'],
    ['new folder', 'create_collection'],
    ['workspaces', 'get_organization'],
    ['new portal', 'create_site'],
    ['add a tab', 'create_site_section'],
    ['Okta', 'create_saml_provider'],
    ['redirect', 'create_site_redirect'],
    ['approve a change request', 'submit_change_request_review'],
    ['what do readers search for', 'aggregate_site_events'],
    ['approve', 'submit_change_request_review'],
    ['theme', 'update_site_customization'],
    ['login', 'list_sso_logins'],
    ['localization', 'get_translation_settings'],
    ['new metadata', 'create_custom_field'],
    ['GitHub', 'import_from_git'],
    ['images', 'list_files'],
    ['read an article', 'get_page'],
    ['chatbot', 'ask_organization'],
    ['withdraw an invitation', 'delete_invite_link'],
    ['print', 'get_change_request_pdf'],
    ['write a new page', 'edit_change_request_content'],
    ['delete that page', 'edit_change_request_content'],
  ]);

  it.each(['swagger', 'collection', 'Okta', 'tab', 'share link'])(
    'do not offer to delete an object that is only named: %s',
    (query) => {
      expect(rank(query)[0]?.effect).not.toBe('delete');
    },
  );
});

describe('options', () => {
  it('keeps to a toolset', () => {
    expect(namesFor('delete', { toolset: 'sso' })).toEqual(['delete_saml_provider']);
    expect(namesFor('list', { toolset: 'no-such-toolset' })).toEqual([]);
  });

  it('shows five, or as many as requested', () => {
    expect(rank('page')).toHaveLength(5);
    expect(rank('page', { limit: 2 })).toEqual(rank('page').slice(0, 2));
  });

  it('keeps the order of the catalogue among equals', async () => {
    const equals = ['b', 'a', 'c'].map((toolset) => ({ ...blank, toolset, name: 'copy_space' }));
    expect((await createRanking(equals))('copy')).toEqual(equals);
  });
});

describe('odd queries', () => {
  it.each([
    ['an empty one', ''],
    ['white space', ' \n\t'],
    ['stop words', 'what is it that we would do'],
    ['emoji', '🔥🎉'],
    ['punctuation', '?!*()[]"'],
    ['a word of 10,000 letters', 'x'.repeat(10_000)],
    ['another script', '변경 요청'],
  ])('find nothing: %s', (_, query) => {
    expect(rank(query)).toEqual([]);
  });

  it('show the first tools of a toolset for an empty query', () => {
    expect(namesFor('', { toolset: 'git' })).toEqual([
      'import_from_git',
      'export_to_git',
      'get_git_info',
    ]);
  });

  it('are read only at their beginning when long', () => {
    expect(namesFor('merge change request '.repeat(500))[0]).toBe('merge_change_request');
  });

  it('never fail, and always get the same answer', async () => {
    const other = await createRanking(catalogue);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem()), (query) => {
        const found = rank(query);
        expect(found.length).toBeLessThanOrEqual(5);
        expect(new Set(found).size).toBe(found.length);
        expect(other(query)).toEqual(found);
      }),
    );
  });
});

it('find nothing in an empty catalogue', async () => {
  expect((await createRanking([]))('change request')).toEqual([]);
});

it('is created in turns with other work', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await createRanking(catalogue);
  isDone = true;
  expect(turns).toBeGreaterThan(1);
});
