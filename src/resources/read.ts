import type { Caller } from '../operations/index.ts';
import { resourceTemplates } from './templates.ts';

export interface ResourceContents {
  uri: string;
  mimeType: string;
  text: string;
}

/**
 * Reads the resource at a URI, or returns undefined when no template has it.
 * @throws {PlatformError} when the platform refuses or fails.
 */
export async function readResource(
  uri: string,
  caller: Caller,
): Promise<ResourceContents | undefined> {
  for (const template of resourceTemplates) {
    const variables = template.uri.match(uri);
    if (variables) {
      return { uri, mimeType: template.mimeType, text: await template.read(variables, caller) };
    }
  }
  return undefined;
}
