import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { allOperations } from '../../src/operations/index.ts';
import { type ContractField, contract, fieldsOf } from './contract.ts';

/** Shown as a sample in the contract, but identical in every published version. */
const CLOSED_IN_ALL_VERSIONS = ['format', 'order', 'status:all'];

interface Case {
  label: string;
  schema: z.ZodType;
  field: ContractField;
}

const cases: Case[] = contract.flatMap((entry) =>
  fieldsOf(entry).flatMap(([name, field]) =>
    allOperations
      .filter(({ id, input }) => id === entry.id && name in input.shape)
      .map(({ tool, input }) => ({
        label: `${tool} ${name}`,
        schema: input.shape[name] as z.ZodType,
        field,
      })),
  ),
);

const having = (...limits: (keyof ContractField)[]) =>
  cases
    .filter(({ field }) => limits.some((limit) => field[limit] !== undefined))
    .map((item) => [item.label, item] as const);

const accepts = ({ schema }: Case, value: unknown) => schema.safeParse(value).success;

const message = ({ schema }: Case, value: unknown) =>
  schema
    .safeParse(value)
    .error?.issues.map((issue) => issue.message)
    .join();

/** A prefix that satisfies the field's format or pattern and can be extended to any length. */
function prefixOf({ format, pattern = '' }: ContractField): string {
  if (format === 'uri') return 'https://a.bc/';
  return pattern.includes('\\/') ? 'a.bc/' : '';
}

const textOf = (field: ContractField, length: number) => prefixOf(field).padEnd(length, 'a');

const isClosed = ({ label, field }: Case) => {
  const name = label.split(' ')[1] ?? '';
  return (
    field.enumSrc !== 'public' ||
    CLOSED_IN_ALL_VERSIONS.includes(name) ||
    CLOSED_IN_ALL_VERSIONS.includes(`${name}:${field.enum?.[0]}`)
  );
};

describe('length and size', () => {
  it.each(having('min', 'max'))('%s', (_label, item) => {
    const { min, max, type } = item.field;
    const ofSize = (size: number) => (type === 'number' ? size : textOf(item.field, size));
    if (max !== undefined) {
      expect(accepts(item, ofSize(max))).toBe(true);
      expect(accepts(item, ofSize(max + 1))).toBe(false);
      expect(message(item, ofSize(max + 1))).toContain(String(max));
    }
    if (min !== undefined) {
      expect(accepts(item, ofSize(min))).toBe(true);
      expect(accepts(item, type === 'number' ? min - 1 : 'a'.repeat(min - 1))).toBe(false);
    }
  });
});

describe('number and length of items', () => {
  it.each(having('minItems', 'maxItems', 'itemMin', 'itemMax'))('%s', (_label, item) => {
    const { minItems = 0, maxItems = 1, itemMin, itemMax } = item.field;
    const items = (count: number, length = 1) => Array(count).fill('a'.repeat(length));
    expect(accepts(item, items(maxItems))).toBe(true);
    expect(accepts(item, items(maxItems + 1))).toBe(false);
    expect(accepts(item, items(minItems))).toBe(true);
    if (minItems > 0) expect(accepts(item, items(minItems - 1))).toBe(false);
    if (itemMin !== undefined) expect(accepts(item, items(1, itemMin - 1))).toBe(false);
    if (itemMax !== undefined) {
      expect(accepts(item, items(1, itemMax))).toBe(true);
      expect(accepts(item, items(1, itemMax + 1))).toBe(false);
    }
  });
});

describe('patterns and formats', () => {
  it.each(having('pattern'))('%s', (_label, item) => {
    const pattern = new RegExp(item.field.pattern ?? '');
    const samples = ['a', 'a-b', 'a_b', 'A', 'a b', '-', '', 'docs.example.com/a', 'x.y/', 'é'];
    for (const sample of samples) {
      expect(accepts(item, sample), sample).toBe(
        pattern.test(sample) && sample.length >= (item.field.min ?? 0),
      );
    }
  });

  it.each(having('format'))('%s', (_label, item) => {
    const good = { uri: 'https://example.com/a?b=c', 'date-time': '2025-03-01T09:30:00+01:00' };
    expect(accepts(item, good[item.field.format as keyof typeof good])).toBe(true);
    expect(accepts(item, 'not one')).toBe(false);
    expect(accepts(item, '2025-03-01T09:30:00')).toBe(false);
  });
});

describe('enumerations', () => {
  it.each(having('enum'))('%s', (_label, item) => {
    const wrap = (value: string) => (item.field.type === 'array' ? [value] : value);
    for (const value of item.field.enum ?? []) {
      expect(accepts(item, wrap(value)), value).toBe(true);
    }
    expect(accepts(item, wrap('none-of-them'))).toBe(!isClosed(item));
  });

  it('describe the known values if any string is accepted', () => {
    const open = having('enum').filter(([, item]) => !isClosed(item));
    expect(open.length).toBeGreaterThan(5);
    for (const [label, { schema, field }] of open) {
      const text = JSON.stringify((schema as z.ZodType).toJSONSchema({ io: 'input' }));
      const current = field.enum?.filter((value) => !value.startsWith('legacy-')) ?? [];
      expect(
        current.filter((value) => !text.includes(value)),
        label,
      ).toEqual([]);
    }
  });
});
