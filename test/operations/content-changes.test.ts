import { describe, expect, it } from 'vitest';
import { call } from './call.ts';

const edit = (...changes: object[]) =>
  call('edit_change_request_content', { spaceId: 's', changeRequestId: '7', changes });

const markdown = { markdown: 'Text' };
const metadata = {
  title: 'T',
  slug: 't',
  emoji: '1f600',
  icon: 'book',
  description: '',
  hidden: true,
  noIndex: false,
  noRobotsIndex: false,
  condition: '',
};

const accepted: [string, object][] = [
  ['a new body', { operation: 'update_page', page: 'p', document: markdown }],
  ['a rename', { operation: 'update_page', page: 'p', ...metadata }],
  ['a move to the root', { operation: 'update_page', page: 'p', into: null, at: 0 }],
  [
    'a new page',
    { operation: 'insert_page', document: markdown, ...metadata, into: 'q', at: 1, ref: 'new' },
  ],
  ['a deletion', { operation: 'delete_page', page: 'p' }],
  ['a revert of a page', { operation: 'revert_page', page: 'p' }],
  ['a revert of blocks', { operation: 'revert_page', page: 'p', revision: 'r', block: ['k'] }],
  [
    'files',
    {
      operation: 'insert_files',
      files: [
        { name: 'a.png', ref: 'a', url: 'https://example.com/a.png' },
        { name: 'b.png', contentType: 'image/png', base64: 'AAAA' },
      ],
    },
  ],
];

describe('a change of content', () => {
  it.each(accepted)('may be %s', (_label, change) => {
    expect(edit(change)).toHaveProperty('body', { changes: [change] });
  });

  const allowedOnUpdate =
    'document, title, slug, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition, into, at, before, after and linksTo';

  const refused: [string, object, string[]][] = [
    [
      'an update of no page',
      { operation: 'update_page', title: 'T' },
      ['changes[1].page is required by update_page'],
    ],
    [
      'an update that changes nothing',
      { operation: 'update_page', page: 'p' },
      [`changes[1] changes nothing: give at least one of ${allowedOnUpdate}`],
    ],
    [
      'a new page without a body',
      { operation: 'insert_page', title: 'T' },
      ['changes[1].document is required by insert_page'],
    ],
    [
      'a deletion with a title',
      { operation: 'delete_page', page: 'p', title: 'T' },
      ['changes[1].title does not belong to delete_page, which takes page and linksTo'],
    ],
    [
      'a revert with a document',
      { operation: 'revert_page', page: 'p', document: markdown },
      ['changes[1].document does not belong to revert_page, which takes page, revision and block'],
    ],
    [
      'files with a page, and each from no or from two sources',
      {
        operation: 'insert_files',
        page: 'p',
        files: [
          { name: 'a.png' },
          { name: 'b.png', url: 'https://example.com/b.png', base64: 'AAAA' },
        ],
      },
      [
        [
          'changes[1].page does not belong to insert_files, which takes files',
          'changes[1].files[0]: give exactly one of url and base64',
          'changes[1].files[1]: give exactly one of url and base64',
          'changes[1].files[1].contentType is required with base64',
        ].join('; '),
      ],
    ],
    [
      'a body in two spellings',
      { operation: 'update_page', page: 'p', document: { markdown: 'a', document: {} } },
      ['changes.1.document: give exactly one of markdown and document'],
    ],
    [
      'a kind that there is not',
      { operation: 'rename_page', page: 'p' },
      [
        'changes.1.operation: Invalid option: expected one of "update_page"|"insert_page"|"delete_page"|"revert_page"|"insert_files"',
      ],
    ],
  ];

  it.each(refused)('may not be %s', (_label, change, expected) => {
    expect(edit({ operation: 'delete_page', page: 'o' }, change)).toEqual(expected);
  });

  it('comes with up to fifty others, of up to twenty files', () => {
    const change = { operation: 'delete_page', page: 'p' };
    const file = { name: 'a.png', url: 'https://example.com/a.png' };
    const files = (count: number) => ({
      operation: 'insert_files',
      files: Array(count).fill(file),
    });
    expect(edit(...Array(50).fill(change))).toHaveProperty('body');
    expect(edit(...Array(51).fill(change))).toEqual([
      'changes: Too big: expected array to have <=50 items',
    ]);
    expect(edit()).toEqual(['changes: Too small: expected array to have >=1 items']);
    expect(edit(files(20))).toHaveProperty('body');
    expect(edit(files(21))).toEqual([
      'changes.0.files: Too big: expected array to have <=20 items',
    ]);
  });

  it('carries a file of at most one megabyte', () => {
    const inline = (bytes: number) => ({
      operation: 'insert_files',
      files: [
        {
          name: 'a.bin',
          contentType: 'application/octet-stream',
          base64: Buffer.alloc(bytes).toString('base64'),
        },
      ],
    });
    expect(edit(inline(1_048_576))).toHaveProperty('body');
    expect(edit(inline(1_048_576 + 3))).toEqual([
      'changes.0.files.0.base64: Too big: expected string to have <=1398104 characters',
    ]);
  });
});
