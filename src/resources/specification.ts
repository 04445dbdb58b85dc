import { PlatformError } from '../client/index.ts';
import { operationsOf, type Specification, schemasOf, specificationIn } from '../content/index.ts';
import { type OutputOf, operations } from '../operations/index.ts';
import { fencedInline, sanitizeDeep, stripInvisible } from '../text/index.ts';
import { JSON_TYPE, LATEST, type TemplateValues, YAML_TYPE } from '../uris/index.ts';
import { type Contents, ResourceNotFound } from './contents.ts';
import type { Reader } from './reader.ts';

/** The content of a version. Services name the address of the document differently. */
type VersionContent = OutputOf<typeof operations.getOpenapiVersionContent>;

/** Maximum number of suggestions for an unknown name. */
const MAX_NAMES = 30;

/**
 * The document of a version as it was uploaded, JSON or YAML. If the platform names no address for it, or there is no
 * OpenAPI document at the address, the platform's parsed version as JSON. A text with invisible or hidden parts is
 * serialised again without them, in the same notation.
 */
export async function readVersion(variables: TemplateValues, reader: Reader): Promise<Contents> {
  const content = await contentOf(variables, reader);
  const source = await sourceOf(content, reader);
  const parsed = source === undefined ? undefined : await parse(source);
  if (source === undefined || !parsed || !specificationIn({ filesystem: parsed.document })) {
    return json(sanitizeDeep(parsedSpecification(content, variables)));
  }
  const { document, mimeType } = parsed;
  const clean = sanitizeDeep(document);
  if (clean === document) return { mimeType, text: stripInvisible(source) };
  if (mimeType === JSON_TYPE) return json(clean);
  const { stringify } = await import('./yaml.ts');
  return { mimeType, text: stringify(clean) };
}

/** One operation, in an otherwise empty document. */
export async function readOperation(variables: TemplateValues, reader: Reader): Promise<Contents> {
  const document = await documentOf(variables, reader);
  const name = variables.operation ?? '';
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
  const { parameters, [method]: operation } = document.paths?.[path] ?? {};
  return json({
    paths: { [path]: { ...(parameters !== undefined && { parameters }), [method]: operation } },
  });
}

/** One schema, in an otherwise empty document. */
export async function readSchema(variables: TemplateValues, reader: Reader): Promise<Contents> {
  const document = await documentOf(variables, reader);
  const name = variables.schema ?? '';
  const schemas = schemasOf(document);
  if (!Object.hasOwn(schemas, name)) throw missing('schema', name, Object.keys(schemas));
  const found = { [name]: schemas[name] };
  return json(document.definitions ? { definitions: found } : { components: { schemas: found } });
}

async function documentOf(variables: TemplateValues, reader: Reader): Promise<Specification> {
  return sanitizeDeep(parsedSpecification(await contentOf(variables, reader), variables));
}

function contentOf(variables: TemplateValues, reader: Reader): Promise<VersionContent> {
  const { organizationId = '', specSlug = '', versionId = LATEST } = variables;
  const where = { organizationId, specSlug };
  return versionId === LATEST
    ? reader.send(operations.getLatestOpenapiVersionContent, where)
    : reader.send(operations.getOpenapiVersionContent, { ...where, versionId });
}

function parsedSpecification(content: VersionContent, { specSlug }: TemplateValues): Specification {
  const parsed = specificationIn(content);
  if (parsed) return parsed;
  throw new ResourceNotFound(
    `This version of ${JSON.stringify(specSlug)} holds no OpenAPI document; list_openapi_versions lists the others.`,
  );
}

async function sourceOf(content: VersionContent, reader: Reader): Promise<string | undefined> {
  const url = content.urls?.source ?? content.url;
  if (!url) return undefined;
  try {
    return (await reader.download(url, url, undefined)).bytes.toString('utf8');
  } catch (error) {
    if (error instanceof PlatformError && error.kind !== 'cancelled') return undefined;
    throw error;
  }
}

/** The parsed document, and its notation; undefined if it is neither JSON nor YAML. */
async function parse(source: string): Promise<{ document: unknown; mimeType: string } | undefined> {
  try {
    return { document: JSON.parse(source), mimeType: JSON_TYPE };
  } catch {
    const { parseDocument } = await import('./yaml.ts');
    const yaml = parseDocument(source);
    return yaml.errors.length === 0 ? { document: yaml.toJS(), mimeType: YAML_TYPE } : undefined;
  }
}

function json(value: unknown): Contents {
  return { mimeType: JSON_TYPE, text: `${JSON.stringify(value, null, 2)}\n` };
}

function missing(what: string, name: string, names: readonly string[]): ResourceNotFound {
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : '';
  return new ResourceNotFound(
    `The specification has no ${what} ${JSON.stringify(name)}. It has: ${fencedInline(names.slice(0, MAX_NAMES).join(', '), 'names of the specification')}${more}.`,
  );
}
