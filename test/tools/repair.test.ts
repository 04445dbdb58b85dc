import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repair } from '../../src/tools/arguments/repair.ts';
import type { JsonSchema } from '../../src/tools/surface/schema.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    limit: { type: 'number' },
    published: { type: 'boolean' },
    emails: { type: 'array', items: { type: 'string' } },
    body: { type: 'object', properties: { markdown: { type: 'string' } } },
    condition: { type: ['string', 'null'] },
    free: { type: 'object', properties: {} },
  },
};

describe('repair', () => {
  it.each([
    [{ id: 7 }, { id: '7' }],
    [{ limit: '25' }, { limit: 25 }],
    [{ limit: ' 0 ' }, { limit: 0 }],
    [{ published: 'true' }, { published: true }],
    [{ published: 'False' }, { published: false }],
    [{ emails: '["a.example","b.example"]' }, { emails: ['a.example', 'b.example'] }],
    [{ emails: [1, 'b'] }, { emails: ['1', 'b'] }],
    [{ body: '{"markdown":"Hi"}' }, { body: { markdown: 'Hi' } }],
    [{ body: '{"markdown":5}' }, { body: { markdown: '5' } }],
    [{ emails: 'a.example' }, { emails: ['a.example'] }],
    [{ body: 'Hi' }, { body: { markdown: 'Hi' } }],
    [{ content: 'Hi' }, { body: { markdown: 'Hi' } }],
    [{ id: null, limit: 3 }, { limit: 3 }],
    [{ condition: null }, { condition: null }],
    ['{"id":"x"}', { id: 'x' }],
  ])('repairs %j', (given, mended) => {
    expect(repair(given, schema)).toEqual(mended);
  });

  it.each([
    [{ limit: 'many' }],
    [{ limit: '' }],
    [{ published: 'yes' }],
    [{ body: '{"markdown":' }],
    [{ body: '["markdown"]' }],
    [{ id: '{"markdown":"Hi"}' }],
    [{ unknown: '{"a":1}' }],
    [{ content: 'Hi', body: { markdown: 'Ho' } }],
    [{ free: { deep: { limit: '1', none: null } } }],
  ])('leaves %j to validation', (given) => {
    expect(repair(given, schema)).toEqual(given);
  });

  it('repairs every object that was sent as JSON text, at the top and inside', () => {
    const valid = fc.record(
      {
        id: fc.string(),
        limit: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
        published: fc.boolean(),
        emails: fc.array(fc.string()),
        body: fc.record({ markdown: fc.string() }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(valid, (value) => {
        const members = Object.entries(value).map(([key, member]) => [
          key,
          typeof member === 'string' ? member : JSON.stringify(member),
        ]);
        expect(repair(Object.fromEntries(members), schema)).toEqual(value);
        expect(repair(JSON.stringify(value), schema)).toEqual(value);
      }),
    );
  });

  it('never changes valid arguments', () => {
    fc.assert(
      fc.property(fc.record({ id: fc.string(), emails: fc.array(fc.string()) }), (value) => {
        expect(repair(value, schema)).toEqual(value);
      }),
    );
  });
});
