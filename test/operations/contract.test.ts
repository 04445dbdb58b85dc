import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  allOperations as all,
  type Operation,
  operationsByTool,
} from '../../src/operations/index.ts';
import { UNPUBLISHED } from '../support/unpublished.ts';
import { type ContractField, type ContractOperation, contract, fieldsOf } from './contract.ts';

/** The contract's operations; others of the current service are compared with its own description. */
const operations = all.filter(({ service }) => service === undefined);

const BEYOND_CONTRACT = ['edit_change_request_content'];

const published = new Set(contract.map(({ id }) => id));

/** Arguments for the individual forms of a union on the wire. */
const SPLIT_UNIONS: Record<string, string> = { 'create_site.template': 'spaces' };

const recordsOf = (entry: ContractOperation) =>
  operations.filter((operation) => operation.id === entry.id);

const namesOf = (operation: Operation, part: 'query' | 'body') =>
  Object.keys(operation[part]).map((name) => SPLIT_UNIONS[`${operation.tool}.${name}`] ?? name);

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

function typeOf(schema: z.ZodType): unknown {
  const { type, anyOf } = z.toJSONSchema(schema, { io: 'input' });
  return [type ?? anyOf?.[0]?.type].flat()[0];
}

const WIRE_TYPES: Record<string, string> = { 'array|form': 'array' };

function expectField(operation: Operation, name: string, field: ContractField) {
  const schema = operation.input.shape[name] as z.ZodType;
  const resolves = operation.tool.startsWith('resolve_');
  expect
    .soft(!schema.safeParse(undefined).success, `${name} required`)
    .toBe(field.required || resolves);
  expect.soft(schema.safeParse(null).success, `${name} nullable`).toBe(field.nullable ?? false);
  expect.soft(typeOf(schema), `${name} type`).toBe(WIRE_TYPES[field.type] ?? field.type);
}

describe('the records match the contract', () => {
  it('has one tool per operation, in order, two for a comment that can be resolved', () => {
    const ids = operations
      .filter(({ id, tool }) => published.has(id) && !tool.startsWith('resolve_'))
      .map(({ id }) => id);
    expect(ids).toEqual([...published]);
    expect(operationsByTool.size).toBe(all.length);
  });

  it('exceed it by one operation, and by those with a reason', () => {
    const beyond = operations.filter(({ id, route }) => !published.has(id) && !UNPUBLISHED[route]);
    expect(beyond.map(({ tool }) => tool)).toEqual(BEYOND_CONTRACT);
    expect(beyond[0]).toMatchObject({
      id: 'updateChangeRequestContent',
      route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
      fixedQuery: { compat: false },
    });
  });

  it.each(contract.map((entry) => [entry.id, entry] as const))('%s', (_id, entry) => {
    const records = recordsOf(entry);
    for (const operation of records) {
      expect(operation.route).toBe(`${entry.method} ${entry.path}`);
      expect(Object.keys(operation.path)).toEqual(entry.pathParams);
      for (const name of entry.pathParams) {
        expect(operation.input.shape[name]?.safeParse(undefined).success).toBe(false);
      }
      expect(sorted(namesOf(operation, 'query'))).toEqual(
        sorted(entry.query.map(({ name }) => name)),
      );
      expect(operation.paged).toBe(entry.success.list === true);
      expect(operation.stream !== undefined).toBe(entry.stream);
      for (const [name, field] of fieldsOf(entry)) {
        if (operation.input.shape[name]) expectField(operation, name, field);
      }
    }
    const sent = records.flatMap((operation) => namesOf(operation, 'body'));
    expect(sorted(sent)).toEqual(sorted(Object.keys(entry.body ?? {})));
  });

  it.each(contract.map((entry) => [entry.id, entry] as const))('%s answers', (_id, entry) => {
    for (const { output } of recordsOf(entry)) {
      const fields = Object.keys(output.shape);
      if (entry.success.list) expect(fields).toEqual(expect.arrayContaining(['items', 'next']));
      expect(fields.includes('ok')).toBe(entry.success.resource === null);
      expect(output.safeParse({ ok: true, unknownField: { any: ['thing'] } }).success).toBe(true);
    }
  });
});

describe('the effect of an operation', () => {
  const ASKING = ['ask_organization', 'ask_site', 'search_site', 'aggregate_site_events'];

  it.each(all.map(({ tool, method, effect }) => [tool, method, effect] as const))(
    '%s, a %s, does what its method says: %s',
    (tool, method, effect) => {
      const isRead = method === 'GET' || ASKING.includes(tool);
      const writes = method === 'DELETE' ? ['delete'] : ['create', 'update', 'delete'];
      expect(isRead ? ['read'] : writes).toContain(effect);
    },
  );

  it.each([
    'transfer_collection',
    'merge_change_request',
    'import_content',
    'apply_space_template',
    'import_from_git',
    'export_to_git',
    'unpublish_site',
  ])('%s is irreversible', (tool) => {
    expect(operationsByTool.get(tool)?.destructive).toBe(true);
  });

  it.each([
    'import_change_request_content',
    'edit_change_request_content',
    'import_content',
    'import_from_git',
    'export_to_git',
    'create_openapi_spec',
    'set_openapi_spec',
    'start_import',
  ])('%s reaches beyond the platform', (tool) => {
    expect(operationsByTool.get(tool)?.openWorld).toBe(true);
  });
});
