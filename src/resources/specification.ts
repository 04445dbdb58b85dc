import { PlatformError } from '../client/index.ts';
import { encodeInTurns, weightOf } from '../json/index.ts';
import { operations } from '../operations/index.ts';
import { LATEST, type TemplateValues } from '../uris/index.ts';
import type { Contents } from './contents.ts';
import type { Reader } from './reader.ts';
import {
  type SpecificationPart,
  type VersionContent,
  viewSpecification,
} from './specification-view.ts';
import { MAX_LIGHT, showInThread } from './threads.ts';

/**
 * The document of a version as it was uploaded, JSON or YAML. If the platform names no address for it, or there is no
 * OpenAPI document at the address, the platform's parsed version as JSON. A text with invisible or hidden parts is
 * serialised again without them, in the same notation.
 */
export async function readVersion(variables: TemplateValues, reader: Reader): Promise<Contents> {
  const { specSlug = '' } = variables;
  const content = await contentOf(variables, reader);
  const source = await sourceOf(content, reader);
  return await show(content, { specSlug, part: 'document', source }, reader);
}

/** One operation, in an otherwise empty document. */
export async function readOperation(variables: TemplateValues, reader: Reader): Promise<Contents> {
  const { specSlug = '', operation: name = '' } = variables;
  return await show(
    await contentOf(variables, reader),
    { specSlug, part: 'operation', name },
    reader,
  );
}

/** One schema, in an otherwise empty document. */
export async function readSchema(variables: TemplateValues, reader: Reader): Promise<Contents> {
  const { specSlug = '', schema: name = '' } = variables;
  return await show(await contentOf(variables, reader), { specSlug, part: 'schema', name }, reader);
}

function contentOf(variables: TemplateValues, reader: Reader): Promise<VersionContent> {
  const { organizationId = '', specSlug = '', versionId = LATEST } = variables;
  const where = { organizationId, specSlug };
  return versionId === LATEST
    ? reader.send(operations.getLatestOpenapiVersionContent, where)
    : reader.send(operations.getOpenapiVersionContent, { ...where, versionId });
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

/** Shows a part of a version; in a worker thread if the specification is large. */
async function show(
  content: VersionContent,
  shown: SpecificationPart,
  { caller }: Reader,
): Promise<Contents> {
  const weight = weightOf(content, MAX_LIGHT) + weightOf(shown, MAX_LIGHT);
  if (weight <= MAX_LIGHT) return await viewSpecification(content, shown);
  const json = await encodeInTurns(content);
  return await showInThread({ json, shown }, caller, 'Read one of its operations or schemas.');
}
