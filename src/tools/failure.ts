import { PlatformError } from '../client/index.ts';
import { operationsByTool, ScopeError } from '../operations/index.ts';
import { explainPlatformError } from './errors.ts';
import { operationTool } from './operation-tool.ts';
import { Refusal } from './refusal.ts';

/** What failed and what to do next, as text; undefined for a defect of this server. */
export function explainFailure(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof ScopeError) return error.message;
  if (!(error instanceof PlatformError)) return undefined;
  const operation = [...operationsByTool.values()].find(
    ({ method, pathTemplate }) => `${method} ${pathTemplate}` === error.route,
  );
  return operation ? explainPlatformError(error, operationTool(operation)) : error.message;
}
