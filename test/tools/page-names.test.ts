import { describe, expect, it } from 'vitest';
import type { PageNode } from '../../src/operations/index.ts';
import { isNameOf } from '../../src/tools/names/kinds.ts';
import { resolvePage } from '../../src/tools/names/pages.ts';
import { resolvePages } from '../../src/tools/workflows/open-change-request/resolve-pages.ts';

const page = (id: string, title: string, path: string): PageNode => ({
  ...{ id, title, path },
  type: 'document',
});

const TREE = [
  page('pageOfVersion12000000', 'Version 1.2', 'docs/v12'),
  page('pageOfUpgrade20000000', 'Upgrade', 'docs/v12/upgrade-to-20'),
  page('pageOfRecords00000000', 'Records', 'работа/records'),
];

describe('paths of files in a repository as names of pages', () => {
  it.each([
    ['docs/v1.2/README.md', 'pageOfVersion12000000'],
    ['docs/v1.2', 'pageOfVersion12000000'],
    ['../docs/v1.2/upgrade-to-2.0.md', 'pageOfUpgrade20000000'],
    ['upgrade-to-2.0.md', 'pageOfUpgrade20000000'],
    ['./%D1%80%D0%B0%D0%B1%D0%BE%D1%82%D0%B0/records/README.md', 'pageOfRecords00000000'],
  ])('%s is the page that the service makes of it', async (name, id) => {
    expect(await resolvePage(TREE, name)).toBe(id);
  });

  it('a percent-encoded path is looked up before anything is sent', () => {
    expect(isNameOf('page', '../%D1%80%D0%B0%D0%B1/records.md')).toBe(true);
  });

  it('tells pages of the same title apart by the ends of their paths', async () => {
    const folder = `guides/${'a-long-name-of-a-folder/'.repeat(4)}`;
    const tree = [
      page('pageOfSetupOne0000000', 'Setup', `${folder}one/setup`),
      page('pageOfSetupTwo0000000', 'Setup', `${folder}two/setup`),
    ];
    await expect(resolvePage(tree, 'Setup')).rejects.toThrow(
      /guides\/….*\/one\/setup .*guides\/….*\/two\/setup /,
    );
  });

  it('says which pages a part of a path may mean', async () => {
    const tree = [
      page('pageOfFirstStart00000', 'First steps', 'cloud/start'),
      page('pageOfOtherStart00000', 'Other steps', 'server/start'),
    ];
    await expect(resolvePage(tree, 'start.md')).rejects.toThrow(
      /"start" names 2 of them \(page\): .*cloud\/start.*server\/start/,
    );
  });

  it('a title with a dot is no file', async () => {
    await expect(resolvePage(TREE, 'v1.2')).rejects.toThrow('there is no page');
  });

  it('name the page to restore, which may also be a deleted one', async () => {
    const restored = async (name: string) =>
      (await resolvePages(TREE, [{ operation: 'revert_page', page: name }]))[0]?.page;
    expect(await restored('upgrade-to-20')).toBe('pageOfUpgrade20000000');
    expect(await restored('docs/v1.2/README.md')).toBe('pageOfVersion12000000');
    expect(await restored('pageThatWasDeleted000')).toBe('pageThatWasDeleted000');
  });
});
