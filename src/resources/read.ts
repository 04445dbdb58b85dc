import { type Caller, enforceScope, type Scope } from '../operations/index.ts';
import { resourceTemplates } from './templates.ts';

export interface ResourceContents {
  uri: string;
  mimeType: string;
  text: string;
}

/**
 * Reads the resource at a URI, or returns undefined when no template has it.
 * @throws {PlatformError} when the platform refuses or fails.
 * @throws {ScopeError} when it lies outside of what the server may reach.
 */
export async function readResource(
  uri: string,
  caller: Caller,
  scope: Scope,
): Promise<ResourceContents | undefined> {
  for (const template of resourceTemplates) {
    const variables = template.uri.match(uri);
    if (variables) {
      enforceScope(scope, variables);
      return { uri, mimeType: template.mimeType, text: await template.read(variables, caller) };
    }
  }
  return undefined;
}
