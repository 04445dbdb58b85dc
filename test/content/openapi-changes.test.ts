import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationsOf, schemasOf } from '../../src/content/index.ts';
import { cluesOf } from '../../src/content/mentions/index.ts';
import { compareSpecifications } from '../../src/content/openapi-changes/index.ts';

const schema = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
});

/** A specification with one operation that has a request and a response. */
function api({
  path = '/orders/{id}',
  parameters = [] as object[],
  sent = schema({}) as object,
  read = schema({}) as object,
  schemas = {} as Record<string, object>,
  security = undefined as object[] | undefined,
}) {
  const json = (of: object) => ({ content: { 'application/json': { schema: of } } });
  const operation = {
    parameters,
    requestBody: json(sent),
    responses: { '200': { description: 'Done', ...json(read) } },
    ...(security && { security }),
  };
  return { openapi: '3.1.0', paths: { [path]: { post: operation } }, components: { schemas } };
}

const fieldsOf = async (before: object, after: object) =>
  (await compareSpecifications(before, after)).operations.flatMap(({ fields = [] }) => fields);

describe('the changes between two specifications', () => {
  it('state the former and the new default with what is removed and added', async () => {
    const query = (name: string, otherwise: number) => ({
      parameters: [{ name, in: 'query', schema: { type: 'integer', default: otherwise } }],
    });
    expect(await fieldsOf(api(query('pagesize', 20)), api(query('page_size', 50)))).toEqual([
      { at: 'parameters.query.pagesize', from: 'integer, default 20', breaking: true },
      { at: 'parameters.query.page_size', to: 'integer, default 50' },
    ]);
  });

  it('state the limits and the kind of what is added', async () => {
    const limited = { type: 'integer', minimum: 1, maximum: 500, default: 100 };
    const parameters = [
      { name: 'size', in: 'query', description: 'Items\nof a page.', schema: limited },
    ];
    const kind = { type: 'string', enum: ['a', 'b'], maxLength: 9, description: 'The kind.' };
    expect(await fieldsOf(api({}), api({ parameters, sent: schema({ kind }) }))).toEqual([
      {
        at: 'parameters.query.size',
        to: 'integer, default 100, minimum 1, maximum 500',
        description: 'Items of a page.',
      },
      {
        at: 'requestBody.kind',
        to: 'string, enum a | b, maxLength 9',
        description: 'The kind.',
      },
    ]);
  });

  it.each([
    [
      'a limit that falls breaks those who send',
      { sent: schema({ n: { type: 'integer', maximum: 9 } }) },
      { sent: schema({ n: { type: 'integer', maximum: 5 } }) },
      { at: 'requestBody.n.maximum', from: 9, to: 5, breaking: true },
    ],
    [
      'a limit that rises breaks nobody',
      { sent: schema({ n: { type: 'integer', maximum: 5 } }) },
      { sent: schema({ n: { type: 'integer', maximum: 9 } }) },
      { at: 'requestBody.n.maximum', from: 5, to: 9 },
    ],
    [
      'a value that is demanded breaks those who send',
      { sent: schema({ n: { type: 'string' } }) },
      { sent: schema({ n: { type: 'string' } }, ['n']) },
      { at: 'requestBody.required', from: [], to: ['n'], breaking: true },
    ],
    [
      'a value that is sure no longer breaks those who read',
      { read: schema({ n: { type: 'string' } }, ['n']) },
      { read: schema({ n: { type: 'string' } }, []) },
      { at: 'responses.200.required', from: ['n'], to: [], breaking: true },
    ],
    [
      'a choice more breaks those who read',
      { read: schema({ s: { enum: ['a'] } }) },
      { read: schema({ s: { enum: ['a', 'b'] } }) },
      { at: 'responses.200.s.enum', from: ['a'], to: ['a', 'b'], breaking: true },
    ],
    [
      'a choice more does not break those who send',
      { sent: schema({ s: { enum: ['a'] } }) },
      { sent: schema({ s: { enum: ['b', 'a'] } }) },
      { at: 'requestBody.s.enum', from: ['a'], to: ['b', 'a'] },
    ],
    [
      'a field that is gone breaks',
      { read: schema({ n: { type: 'string' } }) },
      {},
      { at: 'responses.200.n', from: 'string', breaking: true },
    ],
    [
      'a new field breaks nobody',
      {},
      { read: schema({ n: { type: 'array', items: { type: 'string' } } }) },
      { at: 'responses.200.n', to: 'string[]' },
    ],
    [
      'a parameter that is demanded breaks',
      {},
      { parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }] },
      { at: 'parameters.query.q', to: 'string, required', breaking: true },
    ],
    [
      'a parameter of the path may be called otherwise',
      { path: '/orders/{id}' },
      { path: '/orders/{order}' },
      { at: 'path', from: '/orders/{id}', to: '/orders/{order}' },
    ],
    [
      'another way to sign in breaks',
      { security: [{ key: [] }] },
      { security: [{ oauth: [] }] },
      { at: 'security', from: 'key', to: 'oauth', breaking: true },
    ],
  ])('%s', async (_, before, after, expected) => {
    expect(await fieldsOf(api(before), api(after))).toEqual([expected]);
  });

  it('judges a named schema by its users, and names them', async () => {
    const Order = (maximum: number) => schema({ n: { type: 'integer', maximum } });
    const Line = (status: string[]) => schema({ status: { enum: status } });
    const of = (maximum: number, status: string[]) =>
      api({
        sent: { $ref: '#/components/schemas/Order' },
        read: schema({ lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } } }),
        schemas: { Order: Order(maximum), Line: Line(status) },
      });
    const { operations, schemas } = await compareSpecifications(of(9, ['a']), of(5, ['a', 'b']));
    expect(operations).toEqual([]);
    const usedBy = ['POST /orders/{id}'];
    const common = { change: 'changed', breaking: true, usedBy };
    expect(schemas).toEqual([
      { name: 'Order', ...common, fields: [{ at: 'n.maximum', from: 9, to: 5, breaking: true }] },
      {
        ...{ name: 'Line', ...common },
        fields: [{ at: 'status.enum', from: ['a'], to: ['a', 'b'], breaking: true }],
      },
    ]);
  });

  it('reports added and removed operations', async () => {
    const { operations } = await compareSpecifications(api({ path: '/a' }), api({ path: '/b' }));
    expect(operations).toEqual([
      { name: 'POST /a', change: 'removed', breaking: true },
      { name: 'POST /b', change: 'added' },
    ]);
  });

  it('include statements about the API as a whole', async () => {
    const whole = (info: object, others: object) => ({ ...api({}), info, ...others });
    const filler = 'Each request needs a token. '.repeat(12);
    const { document } = await compareSpecifications(
      whole(
        { title: 'Orders', version: '1', description: `${filler}At most 60 requests a minute.` },
        {
          servers: [{ url: 'https://old.example' }],
          tags: [{ name: 'a', description: 'One' }, { name: 'b' }],
        },
      ),
      whole(
        { title: 'Orders', version: '2', description: `${filler}At most 90 requests a minute.` },
        {
          servers: [{ url: 'https://new.example' }],
          tags: [{ name: 'b' }, { name: 'a', description: 'Two' }],
          security: [{ key: [] }],
        },
      ),
    );
    expect(document).toMatchObject([
      {
        at: 'info.description',
        from: expect.stringContaining('At most 60 requests a minute.'),
        to: expect.stringContaining('At most 90 requests a minute.'),
      },
      {
        at: 'servers',
        from: ['https://old.example'],
        to: ['https://new.example'],
      },
      { at: 'tags.a.description', from: 'One', to: 'Two' },
      { at: 'security', to: 'key', breaking: true },
    ]);
    expect(String(document[0]?.from).length).toBeLessThan(130);
  });

  it('call a different authentication method breaking, but not a reworded description', async () => {
    const secured = (key: object) => ({
      ...api({}),
      components: { schemas: {}, securitySchemes: { key: { type: 'apiKey', ...key } } },
    });
    const before = secured({ in: 'header', description: 'A key' });
    const { document } = await compareSpecifications(
      before,
      secured({ in: 'query', description: 'Your key' }),
    );
    expect(document).toEqual([
      { at: 'components.securitySchemes.key.in', from: 'header', to: 'query', breaking: true },
      { at: 'components.securitySchemes.key.description', from: 'A key', to: 'Your key' },
    ]);
  });

  it('reports nothing if only the order differs', async () => {
    const one = api({ sent: schema({ a: { type: 'string' }, b: { type: 'string' } }) });
    const other = api({ sent: schema({ b: { type: 'string' }, a: { type: 'string' } }) });
    expect(await compareSpecifications(one, other)).toEqual({
      document: [],
      operations: [],
      schemas: [],
    });
  });

  it('compares recursive and very deep documents', async () => {
    let deep: object = { type: 'string' };
    for (let depth = 0; depth < 2_000; depth += 1) deep = { type: 'array', items: deep };
    const Node = schema({ next: { $ref: '#/components/schemas/Node' } });
    const found = await compareSpecifications(
      api({ read: deep, schemas: { Node } }),
      api({ read: { type: 'array', items: deep }, schemas: { Node } }),
    );
    expect(found.schemas).toEqual([]);
  });
});

/** The document with another value in place of the one that this path of indices leads to. */
function replaced(node: unknown, path: readonly number[], value: unknown): unknown {
  if (path.length === 0 || typeof node !== 'object' || node === null) return value;
  const [first = 0, ...rest] = path;
  const entries = Object.entries(node);
  if (entries.length === 0) return value;
  const [name, member] = entries[first % entries.length] ?? ['', undefined];
  const changed = replaced(member, rest, value);
  return Array.isArray(node)
    ? node.map((item, index) => (String(index) === name ? changed : item))
    : { ...node, [name]: changed };
}

describe('a document that is no valid specification', () => {
  const sound = {
    ...api({
      parameters: [{ name: 'id', in: 'path', schema: { type: 'string', enum: ['a'] } }],
      schemas: { Order: { allOf: [{ $ref: '#/components/schemas/Base' }], required: ['id'] } },
      security: [{ key: [] }],
    }),
    info: { title: 'Orders API', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    tags: [{ name: 'orders' }],
  };
  const odd = fc.oneof(
    fc.constantFrom(null, true, 0, 12, '', 'x', [], {}, [null], [[]], { a: null }),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const broken = fc
    .array(fc.tuple(fc.array(fc.nat(8), { minLength: 1, maxLength: 9 }), odd), {
      minLength: 1,
      maxLength: 4,
    })
    .map((changes) =>
      changes.reduce<unknown>((node, [path, value]) => replaced(node, path, value), sound),
    )
    .filter((document) => typeof document === 'object' && document !== null);

  it('is compared like any other, whatever stands anywhere in it', async () => {
    await fc.assert(
      fc.asyncProperty(broken, broken, async (before, after) => {
        const { document, operations, schemas } = await compareSpecifications(
          before as object,
          after as object,
        );
        for (const one of [before, after] as object[]) {
          expect(Array.isArray(operationsOf(one))).toBe(true);
          expect(schemasOf(one)).toBeTypeOf('object');
        }
        cluesOf([...operations, ...schemas], [before, after] as object[], document);
      }),
      { numRuns: 500 },
    );
  });
});
