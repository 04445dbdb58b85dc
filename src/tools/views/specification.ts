import { z } from 'zod';
import {
  operationsOf,
  pathsOf,
  type SpecificationOperation,
  schemasOf,
  specificationIn,
} from '../../content/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { fencedInline } from '../../text/index.ts';
import { Refusal } from '../refusal.ts';
import { countWithin, largest } from './longest.ts';
import type { Facts, View } from './view.ts';

/** A specification that does not fit becomes a list of its operations and schemas, from which one can be selected. */
export const specificationView: View = {
  params: {
    select: z.string().min(1).optional().describe('one path or schema name'),
  },

  select(facts, args) {
    if (args.select === undefined) return facts;
    const selected = namedPart(String(args.select));
    const specification = specificationIn(facts);
    const paths = pathsOf(specification ?? {});
    const path = paths.get(selected);
    if (path) return { select: selected, path };
    const schemas = schemasOf(specification ?? {});
    const schema = Object.hasOwn(schemas, selected) && schemas[selected];
    if (schema) return { select: selected, schema };
    const names = [...paths.keys(), ...Object.keys(schemas)];
    throw new Refusal(
      `The specification has no path and no schema ${asGiven(selected)}. It has: ${fencedInline(names.slice(0, 100).join(', '), 'names of the specification')}.`,
    );
  },

  shrink(facts, { fits, mostCharacters }) {
    if (facts.select !== undefined) return facts;
    const specification = specificationIn(facts);
    if (!specification)
      return { url: facts.url, cut: 'The document does not fit; it is at the url.' };
    const lines = operationsOf(specification).map(lineOf);
    const cut = (count: number): Facts => ({
      url: facts.url,
      version: specification.openapi ?? specification.swagger,
      info: specification.info,
      operations: lines.slice(0, count),
      schemas: Object.keys(schemasOf(specification)),
      cut: `The document does not fit: here are ${count} of its ${lines.length} operations. Call again with select naming a path or a schema.`,
    });
    return cut(largest(countWithin(lines, mostCharacters), (count) => fits(cut(count))));
  },
};

function lineOf({ method, path, operationId, summary }: SpecificationOperation): string {
  return [`${method.toUpperCase()} ${path}`, operationId, summary].filter(Boolean).join(' · ');
}

/** A path or a schema, from a reference to it, or an operation. */
function namedPart(name: string): string {
  return name
    .replace(/^#\/(?:components\/schemas|definitions)\//, '')
    .replace(/^[A-Za-z]+ (?=\/)/, '');
}
