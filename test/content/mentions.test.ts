import { describe, expect, it } from 'vitest';
import type { Changed } from '../../src/content/index.ts';
import { cluesOf, findMentions } from '../../src/content/mentions/index.ts';

const CHANGES: Changed[] = [
  {
    name: 'GET /orders',
    change: 'changed',
    fields: [{ at: 'parameters.query.limit.maximum', from: 2000, to: 1000 }],
  },
  {
    name: 'POST /orders/{orderId}/cancel',
    change: 'changed',
    fields: [
      { at: 'parameters.header.X-Shop-Branch', from: 'string, required' },
      { at: 'parameters.header.X-Shop-Site', to: 'string' },
    ],
  },
  {
    name: 'Order',
    change: 'changed',
    fields: [
      { at: 'note.maxLength', from: 80, to: 60 },
      { at: 'state.enum', from: ['open', 'shelved'], to: ['open', 'closed'] },
      { at: 'span.enum', from: ['one_day', 'nine_hours'], to: ['one_day'] },
    ],
  },
];
const CANCEL = 'post /orders/{orderId}/cancel';

const clues = cluesOf(CHANGES, [
  {
    openapi: '3.1.0',
    info: { title: 'Orders API', version: '1' },
    servers: [{ url: 'https://shop.example.com/v2/' }],
    paths: { '/orders': { get: { operationId: 'listOrders' } } },
  },
]);

const values = cluesOf(
  [
    {
      name: 'GET /messages',
      change: 'changed',
      fields: [{ at: 'parameters.query.limit.maximum', from: 100, to: 250 }],
    },
    {
      name: 'POST /messages',
      change: 'changed',
      fields: [
        { at: 'requestBody.text.maxLength', from: 1000, to: 4000 },
        { at: 'requestBody.attempts.default', from: 3, to: 5 },
        { at: 'requestBody.batch.default', from: 20, to: 50 },
        { at: 'requestBody.batch.maximum', from: 50, to: 80 },
        {
          at: 'responses.201.state.enum',
          from: ['queued', 'sent', 'lost'],
          to: ['queued', 'sent', 'kept'],
        },
      ],
    },
  ],
  [
    {
      openapi: '3.1.0',
      info: { title: 'Relay', version: '1' },
      paths: {
        '/messages': { get: { summary: 'List messages' }, post: { summary: 'Send a message' } },
      },
    },
  ],
);

/** The lines of a page that mention a change; 'common' if it has only ordinary words. */
async function linesOn(markdown: string): Promise<number[] | 'common' | undefined> {
  const [found] = await findMentions({ pages: [{ markdown }], clues });
  if (found && found.weight === 0) return 'common';
  return found?.lines.map(({ line }) => line);
}

describe('pages that mention a change', () => {
  it('gives first the lines that state a former value, then those that name a field', async () => {
    const page = [
      '# Orders',
      ...['`/orders`', 'GET /orders', 'https://shop.example.com/v2/orders', 'Call `listOrders`.'],
      'The list has up to 2,000 entries, as `limit` says.',
      'See `limit` and `state`.',
      'Send X-Shop-Branch.',
    ];
    expect(await linesOn(page.join('\n'))).toEqual([6, 8, 7, 2, 3, 4, 5]);
    const many = ['Send X-Shop-Branch.', ...Array(30).fill('GET /orders')].join('\n');
    const [found] = await findMentions({ pages: [{ markdown: many }], clues });
    expect(found?.lines).toHaveLength(20);
    expect(found?.count).toBe(31);
  });

  it.each([
    ['a path with other parameters', 'Call `POST /orders/:id/cancel` then.'],
    ['a path with a value, on a server', 'curl https://shop.example.com/v2/orders/4711/cancel'],
    ['a short path on a server', 'See https://shop.example.com/v2/orders?limit=5.'],
    ['a short path', 'It is at /orders.'],
    ['a header', 'Send X-Shop-Branch.'],
    ['the id of an operation', 'The method `listOrders` of the library.'],
    ['the title of the API', 'The Orders API takes them.'],
    ['a common word with its former value', 'At most 2,000 by limit.'],
    ['a common word with a former choice', 'Its state is open or shelved.'],
    ['a choice that is gone, without its field', '<code>one_day</code> | <code>nine_hours</code>'],
    ['a table', '| note | string | up to 80 characters |'],
  ])('finds %s', async (_, line) => {
    expect(await linesOn(`# Text\n\n${line}`)).toEqual([3]);
  });

  it.each([
    ['a common word', 'There is a limit to a note on an order.', 'common'],
    ['a common word in code', 'The `limit` of `note`.', 'common'],
    ['a former value alone', 'height: 2000', undefined],
    ['the name of what is new', 'Send X-Shop-Site.', undefined],
    ['a link to a page', '[Orders](/orders)', undefined],
    ['the end of another path', 'See /guides/orders and ../orders.', undefined],
    ['a longer path', 'GET /orders/archive/2024', undefined],
    ['a common word with a value that holds', 'Its state is open.', 'common'],
  ])('ignores %s', async (_, line, expected) => {
    expect(await linesOn(`# Text\n\n${line}`)).toEqual(expected);
  });

  it.each([
    ['an address of an unknown host', 'url="https://api.example.com/v1/radius/",', [3]],
    ['a variable in place of a host', 'curl "$BASE_URL/v1/radius/?unit=km"', [3]],
    ['a link', '[Radius](https://example.com/v1/radius/)', undefined],
    ['a longer path on a host', 'https://api.example.com/docs/v1/radius/', undefined],
  ])('finds a path of two parts in a sample: %s', async (_, line, expected) => {
    const changes: Changed[] = [{ name: 'GET /v1/radius/', change: 'removed' }];
    const short = cluesOf(changes, [{ openapi: '3.1.0', info: { title: 'Areas', version: '1' } }]);
    const [found] = await findMentions({
      pages: [{ markdown: `# Text\n\n${line}` }],
      clues: short,
    });
    expect(found?.lines.map((one) => one.line)).toEqual(expected);
  });

  it.each([
    ['a number in a table', '| Messages in a list | 100 |', ['100']],
    ['a number with separators', '| Characters in a message | 1,000 |', ['1,000']],
    ['a number in a sentence', 'It takes some. You can list up to 100 messages at once.', ['100']],
    ['a small number in a short text', '| Messages per page | 20 |', ['20']],
    ['a small number with two words', 'Sending a message is tried 3 times.', ['3']],
    ['choices to which one was added', 'A message is `queued` or `sent`.', ['queued', 'sent']],
    ['a choice that is gone', '| Message | lost |', ['lost']],
    ['a cell of a table in HTML', '<tr><td>Messages</td><td>100</td></tr>', ['100']],
  ])('finds a former value by the words around it: %s', async (_, line, expected) => {
    const [found] = await findMentions({
      pages: [{ markdown: `# Text\n\n${line}` }],
      clues: values,
    });
    expect(found?.mentions).toEqual(expected);
    expect(found?.weight).toBe(1);
  });

  it.each([
    ['of something else', 'The company has 100 employees and 1,000 customers.'],
    ['by a word of the schema', 'A maximum of 100 guests, by default 3, of the length 1,000.'],
    ['in another sentence', 'Messages are short. The company has 100 employees.'],
    ['within another number', 'Messages: 1,100, 100.5, 21000, v100, 2024-10-03, 100ms.'],
    ['that is small and has one word', 'There are 3 kinds of messages.'],
    ['that is true of another field', 'There are up to 5 messages, and 50 messages in a bag.'],
    [
      'that is smaller than most',
      'Within 20 minutes, another publish with the same key stores no message.',
    ],
    ['that is one of the choices', 'A message is `queued` first.'],
    ['that is an ordinary word', 'A message is lost and queued or sent.'],
  ])('ignores a former value: %s', async (_, line) => {
    const [found] = await findMentions({
      pages: [{ markdown: `# Text\n\n${line}` }],
      clues: values,
    });
    expect(found?.weight ?? 0).toBe(0);
  });

  it('counts a word in code as a name if its section is about the API', async () => {
    const section = '## Listing\n\nGET /orders lists them.\n\n* `limit`: how many';
    const other = '## Speed\n\nThe `limit` of your plan.';
    expect(await linesOn(`${section}\n\n${other}`)).toEqual([5, 3]);
  });

  it.each([
    ['{% openapi-operation spec="shop" path="/orders" method="get" %}', ['get /orders']],
    ['{% swagger src="shop.yaml" path="/orders/{id}/cancel" method="POST" %}', [CANCEL]],
    ['Write `{% openapi path="/orders" %}` for a list.', []],
  ])('determines which operations a page shows: %s', async (block, shows) => {
    const [found] = await findMentions({ pages: [{ markdown: `# Text\n\n${block}` }], clues });
    expect(found?.shows).toEqual(shows);
  });

  it('returns the location and the text', async () => {
    const markdown = '# Text\n\n## Cancel\n\nSend `X-Shop-Branch`.';
    const [found] = await findMentions({ pages: [{ markdown }], clues });
    expect(found).toMatchObject({
      mentions: ['X-Shop-Branch'],
      lines: [{ line: 5, heading: 'Cancel', text: 'Send `X-Shop-Branch`.' }],
    });
  });

  it('survives hostile lines', async () => {
    const lines = ['`'.repeat(200_000), `a${'-'.repeat(200_000)}x`, '/a'.repeat(100_000)];
    lines.push('limit note '.repeat(20_000), '<code>'.repeat(30_000), '# limit\n'.repeat(20_000));
    expect(await linesOn(lines.join('\n'))).toBe('common');
  });
});

describe('what a specification no longer says about the API as a whole', () => {
  const { facts: _, ...nothing } = cluesOf([], []);
  const { facts } = cluesOf(
    [],
    [],
    [
      {
        at: 'info.description',
        from: 'Tokens of persons live for 10 years. Clients may send 500 requests a minute.',
        to: 'Tokens of persons live for 1 year. Clients may send 300 requests a minute.',
      },
      { at: 'info.title', from: 'Relay 2', to: 'Relay 3' },
    ],
  );
  const linesIn = async (markdown: string) => {
    const [found] = await findMentions({ pages: [{ markdown }], clues: { ...nothing, facts } });
    return found?.lines.map(({ text }) => text) ?? [];
  };

  it.each([
    '* **Lifetime** - 10 years. Delete the token to revoke it.',
    'You can make up to 500 requests per minute.',
  ])('is found where a page says it: %s', async (line) => {
    expect(await linesIn(`# Limits\n\n${line}`)).toEqual([line]);
  });

  it.each([
    'The office has been here for 10 months.',
    'We keep 500 backups.',
    'A year has 365 days.',
  ])('is not found in %s', async (line) => {
    expect(await linesIn(`# Limits\n\n${line}`)).toEqual([]);
  });
});
