import { expect, it } from 'vitest';
import type { z } from 'zod';
import { servedRoutes } from '../src/routes/profiles.ts';

/** A list or record in the schema of a body; `whole` is what checks it first. */
interface Found {
  kind: 'array' | 'record';
  whole: z.ZodType;
}

/** All lists and records in a schema, each once. */
function countable(schema: z.ZodType, seen = new Set<unknown>(), whole = schema): Found[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } };
  const inside = (part: unknown) => countable(part as z.ZodType, seen);
  switch (def.type) {
    case 'array':
      return [{ kind: 'array', whole }, ...inside(def.element)];
    case 'record':
      return [{ kind: 'record', whole }, ...inside(def.valueType)];
    case 'object':
      return Object.values(def.shape as object).flatMap(inside);
    case 'union':
      return (def.options as unknown[]).flatMap(inside);
    case 'pipe':
      return [...inside(def.in), ...countable(def.out as z.ZodType, seen, schema)];
    default:
      return def.innerType ? inside(def.innerType) : [];
  }
}

const unread = {
  get: (target: object, name: string | symbol) => {
    if (typeof name === 'string' && /^\d+$/.test(name)) throw new Error('An item was read');
    return Reflect.get(target, name);
  },
};

const LONG = {
  array: new Proxy(Array(1_001).fill(0), unread),
  record: new Proxy(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [at, 0])), unread),
};

const found = (['contract', 'current'] as const)
  .flatMap(servedRoutes)
  .flatMap((route) =>
    (route.body ? countable(route.body) : []).map(
      ({ kind, whole }) => [`${route.method} ${route.template}`, kind, whole] as const,
    ),
  );

it('finds the lists and records in bodies', () => {
  const routes = found.map(([name, kind]) => `${kind} ${name}`);
  expect(routes).toContain('array POST /v1/orgs/{organizationId}/invites');
  expect(routes).toContain('record PUT /v1/orgs/{organizationId}/teams/{teamId}/members');
  expect(found.length).toBeGreaterThan(30);
});

it.each(found)('%s counts the items of a long %s before it reads one', (_, kind, whole) => {
  const result = whole.safeParse(LONG[kind]);
  expect(result.error?.issues[0]?.message).toMatch(/^must have at most \d+ items$/);
});
