import {
  operationsOf,
  pathsOf,
  type Specification,
  schemasOf,
  specificationIn,
} from '../content/index.ts';
import { isTooDeep } from '../json/index.ts';
import type { OutputOf, operations } from '../operations/index.ts';
import { asGiven } from '../text/as-given.ts';
import { fencedInline, sanitizeDeep, stripInvisible } from '../text/index.ts';
import { JSON_TYPE, YAML_TYPE } from '../uris/index.ts';
import { type Contents, ResourceNotFound } from './contents.ts';

/** The content of a version. Services name the address of the document differently. */
export type VersionContent = OutputOf<typeof operations.getOpenapiVersionContent>;

/** The part of a version that is shown. Plain data, so that a thread can show it. */
export type SpecificationPart = { specSlug: string } & (
  | { part: 'document'; source: string | undefined }
  | { part: 'operation' | 'schema'; name: string }
);

/** Maximum number of suggestions for an unknown name. */
const MAX_NAMES = 30;

/**
 * Shows a part of a version. This takes long if the specification is large.
 * @throws {ResourceNotFound}
 */
export async function viewSpecification(
  content: VersionContent,
  shown: SpecificationPart,
): Promise<Contents> {
  if (shown.part === 'document') return await viewDocument(content, shown);
  const document = sanitizeDeep(parsedSpecification(content, shown));
  return shown.part === 'operation'
    ? viewOperation(document, shown.name)
    : viewSchema(document, shown.name);
}

async function viewDocument(
  content: VersionContent,
  { source, specSlug }: { source: string | undefined; specSlug: string },
): Promise<Contents> {
  const parsed = source === undefined ? undefined : await parse(source);
  if (source === undefined || !parsed || !specificationIn({ filesystem: parsed.document })) {
    return json(sanitizeDeep(parsedSpecification(content, { specSlug })));
  }
  const { document, mimeType } = parsed;
  const clean = sanitizeDeep(document);
  if (clean === document) return { mimeType, text: stripInvisible(source) };
  if (mimeType === JSON_TYPE) return json(clean);
  const { stringify } = await import('./yaml.ts');
  return { mimeType, text: stringify(clean) };
}

/** One operation, in an otherwise empty document. */
function viewOperation(document: Specification, name: string): Contents {
  const operations = operationsOf(document);
  const nameOf = ({ method, path }: { method: string; path: string }) =>
    `${method.toUpperCase()} ${path}`;
  const found = operations.find(
    (operation) => operation.operationId === name || nameOf(operation) === name,
  );
  if (!found) {
    throw missing(
      'operation',
      name,
      operations.map((one) => one.operationId ?? nameOf(one)),
    );
  }
  const { method, path } = found;
  const { parameters, [method]: operation } = pathsOf(document).get(path) ?? {};
  return json({
    paths: { [path]: { ...(parameters !== undefined && { parameters }), [method]: operation } },
  });
}

/** One schema, in an otherwise empty document. */
function viewSchema(document: Specification, name: string): Contents {
  const schemas = schemasOf(document);
  if (!Object.hasOwn(schemas, name)) throw missing('schema', name, Object.keys(schemas));
  const found = { [name]: schemas[name] };
  return json(
    schemas === document.definitions ? { definitions: found } : { components: { schemas: found } },
  );
}

function parsedSpecification(
  content: VersionContent,
  { specSlug }: { specSlug: string },
): Specification {
  const parsed = specificationIn(content);
  if (parsed) return parsed;
  throw new ResourceNotFound(
    `This version of ${asGiven(specSlug)} holds no OpenAPI document; list_openapi_versions lists the others.`,
  );
}

/** The parsed document, and its notation; undefined if it is neither JSON nor YAML, too deep, or grows without end. */
async function parse(source: string): Promise<{ document: unknown; mimeType: string } | undefined> {
  if (isTooDeep(Buffer.from(source))) return undefined;
  try {
    return { document: JSON.parse(source), mimeType: JSON_TYPE };
  } catch {
    const document = await parseYaml(source);
    return document === undefined ? undefined : { document, mimeType: YAML_TYPE };
  }
}

async function parseYaml(source: string): Promise<unknown> {
  const { parseDocument } = await import('./yaml.ts');
  try {
    // Looking for repeated keys compares each key with all others.
    const yaml = parseDocument(source, { uniqueKeys: false });
    return yaml.errors.length === 0 ? yaml.toJS() : undefined;
  } catch (error) {
    // An alias that is not defined, or aliases that multiply.
    if (error instanceof ReferenceError) return undefined;
    // Lists within lists overflow the stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function json(value: unknown): Contents {
  return { mimeType: JSON_TYPE, text: `${JSON.stringify(value, null, 2)}\n` };
}

function missing(what: string, name: string, names: readonly string[]): ResourceNotFound {
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : '';
  return new ResourceNotFound(
    `The specification has no ${what} ${asGiven(name)}. It has: ${fencedInline(names.slice(0, MAX_NAMES).join(', '), 'names of the specification')}${more}.`,
  );
}
