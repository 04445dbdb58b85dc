import { encodeJson, task, textTask } from '../workers/task.ts';
import { parseYaml } from '../workers/yaml.ts';

/** A text that is not a valid OpenAPI document. The message says why. */
export class OpenapiParseError extends Error {
  override readonly name = 'OpenapiParseError';
}

/** The media type and file extension of a document's notation. */
export interface Notation {
  contentType: string;
  extension: 'json' | 'yaml';
}

/** Like `tryOpenapi`. */
export const CHECK_OPENAPI = task<Uint8Array, Notation | { complaint: string }>('checkOpenapi');

/** The parsed document as JSON in UTF-8; it was found valid before. */
export const OPENAPI_JSON = textTask(
  'openapiJson',
  (text) => encodeJson(parse(text).document),
  () => true,
);

/** Maximum number of reported problems for one document. */
const MAX_COMPLAINTS = 3;

/**
 * Checks an OpenAPI document of version 3.x or 2.0, in JSON or YAML, against the schema of its version and its
 * references inside. Throws `OpenapiParseError`.
 */
export async function checkOpenapi(bytes: Uint8Array): Promise<Notation> {
  const { document, notation } = parse(decode(bytes));
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new OpenapiParseError('The document is not an object');
  }
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  const { valid, errors } = await new Validator().validate({ ...document });
  if (valid) return notation;
  if (typeof errors === 'string') throw new OpenapiParseError(errors);
  const complaints = (errors ?? [])
    .slice(0, MAX_COMPLAINTS)
    .map(({ instancePath, message = 'is not valid' }) => `${instancePath || '/'} ${message}`);
  throw new OpenapiParseError(complaints.join('; ') || 'The document is not valid OpenAPI');
}

/** Like `checkOpenapi`, with the problem as a value. */
export async function tryOpenapi(bytes: Uint8Array): Promise<Notation | { complaint: string }> {
  try {
    return await checkOpenapi(bytes);
  } catch (error) {
    if (error instanceof OpenapiParseError) return { complaint: error.message };
    throw error;
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new OpenapiParseError('The document is not UTF-8 text');
  }
}

function parse(text: string): { document: unknown; notation: Notation } {
  if (/^\s*\{/.test(text)) {
    const json = parseJson(text);
    if (json) return json;
  }
  try {
    const document: unknown = parseYaml(text);
    return { document, notation: { contentType: 'application/yaml', extension: 'yaml' } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OpenapiParseError(`The document is neither JSON nor YAML: ${reason}`);
  }
}

/** Undefined if it is not JSON: YAML may start with a brace too. */
function parseJson(text: string): { document: unknown; notation: Notation } | undefined {
  try {
    const document: unknown = JSON.parse(text);
    return { document, notation: { contentType: 'application/json', extension: 'json' } };
  } catch {
    return undefined;
  }
}
