import {
  CURRENT,
  installed,
  type Json,
  readDescription,
  resolve,
} from '../../scripts/published.ts';
import type { Operation } from '../../src/operations/index.ts';

const document = readDescription(installed(CURRENT));

/** Deeper objects are of no interest to any answer. */
const MAX_DEPTH = 6;

/** As long as the ids of the service. */
export const ID = 'kmBrcfIkSeuVCGDS9fXr';

/** An answer with every field that the current service is published to send; undefined if there is none. */
export function fullAnswer({ method, pathTemplate }: Operation): unknown {
  const path = pathTemplate.replace('/v1', '');
  const operation = document.paths?.[path]?.[method.toLowerCase()];
  const responses = Object.entries<Json>(operation?.responses ?? {});
  const [, response] = responses.find(([status]) => status.startsWith('2')) ?? [];
  const content = response && resolve(response, document).content;
  const schema = content?.['application/json']?.schema;
  return schema && valueIn(schema, '', 0);
}

function valueIn(node: Json, name: string, depth: number): unknown {
  const schema = resolve(node, document);
  const { allOf, oneOf, anyOf, items } = schema;
  const alternatives = (oneOf ?? anyOf) as unknown as Json[] | undefined;
  const parts = [...((allOf as unknown as Json[]) ?? []), ...(alternatives?.slice(0, 1) ?? [])];
  const made = parts.map((part) => valueIn(part, name, depth));
  const other = made.find((value) => typeof value !== 'object');
  if (other !== undefined) return other;
  if (items) return depth < MAX_DEPTH ? [valueIn(items, '', depth + 1)] : [];
  const fields = Object.entries<Json>(schema.properties ?? {});
  if (parts.length === 0 && !schema.properties) return plainValue(schema, name);
  const own =
    depth < MAX_DEPTH
      ? fields.map(([field, type]) => [field, valueIn(type, field, depth + 1)])
      : [];
  return Object.assign({}, ...made, Object.fromEntries(own));
}

function plainValue(schema: Json, name: string): unknown {
  const { type, enum: values, format, const: only } = schema as Record<string, unknown>;
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return 3;
  if (type === 'object') return {};
  if (format === 'date-time') return '2026-02-02T16:38:00.000Z';
  if (format === 'uri' || /url$/i.test(name)) return `https://app.gitbook.com/o/${ID}/s/${ID}`;
  if (/title|name|label|subject/i.test(name)) return 'Developer Guide';
  if (/description|markdown|message|text/i.test(name)) return 'What the words of this text say.';
  return ID;
}
