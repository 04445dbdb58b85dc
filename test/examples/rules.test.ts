import { describe, expect, it } from 'vitest';
import { names, updated } from '../../examples/api-sync/page-text.ts';
import { changesBetween, readSpecification } from '../../examples/api-sync/specification.ts';
import { moved, nameIn, published, relinked, section } from '../../examples/link-keeper/fixes.ts';
import { labelOf, questionIn, settledIn, settles } from '../../examples/triage/rules.ts';

describe('triage', () => {
  it.each([
    ['The link in the last line is a 404.', 'broken link'],
    ['This number is wrong: it should be 8.', 'error'],
    ['How long are messages kept?', 'question'],
    ['Great page. Could we have an example?', 'request'],
    ['Please add a table.', 'request'],
  ])('labels %s', (text, label) => {
    expect(labelOf(text).name).toBe(label);
  });

  it('finds only the question of a text, not requests', () => {
    expect(questionIn('Hello. How long are they kept? Thanks.')).toBe('How long are they kept?');
    expect(questionIn('Can you add this?')).toBeUndefined();
    expect(questionIn('No question.')).toBeUndefined();
  });

  it.each([
    ['Fixed in #12.', [12]],
    ['This was corrected by change request 7, thanks.', [7]],
    ['Done: https://docs.example.com/app/s/x/change-requests/31', [31]],
    ['See #12 for the plan.', []],
    ['It is fixed. Unrelated: #12', []],
  ])('recognises which change request settles a thread: %s', (text, numbers) => {
    expect(settledIn(text)).toEqual(numbers);
  });

  it('recognises which thread a change request settles', () => {
    expect(settles('Correct retries (fixes 9zE9xus227RgR7rIZA1g)', '9zE9xus227RgR7rIZA1g')).toBe(
      true,
    );
    expect(settles('Mentions 9zE9xus227RgR7rIZA1g', '9zE9xus227RgR7rIZA1g')).toBe(false);
  });
});

describe('link keeper', () => {
  const pages = [
    { id: 'p0', title: 'Start', path: 'start' },
    { id: 'p1', title: 'Retries', path: 'guides/retries' },
    { id: 'p2', title: 'Notes', path: 'a/notes' },
    { id: 'p3', title: 'Notes', path: 'b/notes' },
  ];

  it('finds a page that was moved, unless two have its name', () => {
    expect(moved('../old/retries.md#backoff', pages)).toBe('/pages/p1#backoff');
    expect(moved('../old/retries/README.md', pages)).toBe('/pages/p1');
    expect(moved('notes.md', pages)).toBeUndefined();
    expect(moved('gone.md', pages)).toBeUndefined();
  });

  it('finds a section with the name of a missing page', () => {
    expect(section('fan-out.md', [{ page: 'p1', anchor: 'fan-out' }])).toBe('/pages/p1#fan-out');
    const two = [
      { page: 'p1', anchor: 'fan-out' },
      { page: 'p2', anchor: 'fan-out' },
    ];
    expect(section('fan-out.md', two)).toBeUndefined();
  });

  it('turns an address of the app into a page of the same space', () => {
    const app = 'https://app.gitbook.com/o/o1/s';
    expect(published(`${app}/s1/guides/retries#backoff`, 's1', pages)).toBe('/pages/p1#backoff');
    expect(published(`${app}/s1`, 's1', pages)).toBe('/pages/p0');
    expect(published(`${app}/s2/guides/retries`, 's1', pages)).toBeUndefined();
    expect(published(`${app}/s1/gone`, 's1', pages)).toBeUndefined();
  });

  it('tolerates a wrongly encoded name', () => {
    expect(nameIn('guides/100%.md')).toBe('100%');
  });

  it('changes links only', () => {
    const text = [
      '[a](x.md) and [b](<x.md> "title"), not [c](x.md2) or `x.md`',
      '```',
      '[a](x.md)',
      '```',
      '[d]: x.md',
    ];
    expect(relinked(text.join('\n'), 'x.md', '/pages/$1').split('\n')).toEqual([
      '[a](/pages/$1) and [b](</pages/$1> "title"), not [c](x.md2) or `x.md`',
      ...text.slice(1, 4),
      '[d]: /pages/$1',
    ]);
  });
});

describe('API sync', () => {
  const specification = (version: string, paths: object, components = {}) =>
    readSpecification(JSON.stringify({ openapi: '3.1.0', info: { version }, paths, components }));

  const limit = (maximum: number) => ({
    parameters: { Limit: { name: 'limit', in: 'query', description: 'any', schema: { maximum } } },
  });

  const list = { parameters: [{ $ref: '#/components/parameters/Limit' }], summary: 'One' };

  it('reports changes behind references, but not changes of wording', () => {
    const before = specification('1', { '/pets': { get: list } }, limit(10));
    const after = specification('2', { '/pets': { get: { ...list, summary: 'Two' } } }, limit(20));
    expect(changesBetween(before, after).map(({ what }) => what)).toEqual([
      ['`parameters.limit.schema.maximum`: `10` → `20`'],
    ]);
    expect(changesBetween(after, after)).toEqual([]);
  });

  it('matches an operation by its id, and reports a removed one', () => {
    const one = { operationId: 'listPets' };
    const before = specification('1', { '/pets': { get: one, delete: {} } });
    const after = specification('2', { '/animals': { get: one } });
    const changes = changesBetween(before, after);
    expect(changes.map(({ operation, what }) => [operation.path, what])).toEqual([
      ['/animals', ['was `GET /pets`']],
      ['/pets', ['removed']],
    ]);
    const text = '# Pets\n\nCall `GET /pets`, then `GET /pets/{id}`.';
    const [moved] = changes;
    const once = updated(text, '2', moved ? [moved] : []);
    expect(once).toBe(
      [
        '# Pets',
        'Call `GET /animals`, then `GET /pets/{id}`.',
        '## Changes in API 2',
        '| Operation | What changed |\n| --- | --- |\n| `GET /animals` | was `GET /pets` |\n',
      ].join('\n\n'),
    );
    expect(updated(once, '2', moved ? [moved] : [])).toBe(once);
  });

  it('handles a schema that contains itself', () => {
    const schema = { Tree: { properties: { child: { $ref: '#/components/schemas/Tree' } } } };
    const paths = {
      '/trees': { get: { responses: { 200: { $ref: '#/components/schemas/Tree' } } } },
    };
    expect(specification('1', paths, { schemas: schema }).operations).toHaveLength(1);
  });

  it.each([
    ['`POST /queues/{queue}/receive` answers', true],
    ['curl "$URL/queues/orders/receive?wait=1"', true],
    ['use receiveMessages', true],
    ['`GET /queues/{queue}/receive`', false],
    ['/queues/orders/receive/all', false],
    ['/queues/orders', false],
    ['unreceiveMessagesAll', false],
  ])('recognises the name of an operation on a page: %s', (text, expected) => {
    const operation = {
      method: 'POST',
      path: '/queues/{queue}/receive',
      operationId: 'receiveMessages',
    };
    expect(names(text, { ...operation, facts: new Map() })).toBe(expected);
  });

  it('replaces the section of the previous version', () => {
    const change = {
      operation: { method: 'GET', path: '/pets', facts: new Map() },
      what: ['deprecated'],
    };
    const first = updated('# Pets\n\n`GET /pets`', '1', [change]);
    const second = updated(`${first}\n## After\n\nText.`, '2', [change]);
    expect(second.match(/^## .*$/gm)).toEqual(['## After', '## Changes in API 2']);
    expect(updated('# Other\n\nNothing.', '2', [change])).toBe('# Other\n\nNothing.');
  });
});
