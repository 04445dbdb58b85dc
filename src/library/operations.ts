import {
  type Operation,
  offeredBy,
  operations as records,
  type Service,
} from '../operations/index.ts';
import { operationTool } from '../tools/operation-tool.ts';
import { inputSchema, outputSchema } from '../tools/surface/schema.ts';
import type { OperationName } from './names.ts';
import type * as api from './public.ts';

const SERVICES: readonly Service[] = ['contract', 'current'];

export const operations: typeof api.operations = Object.fromEntries(
  Object.entries<Operation>(records).map(([name, record]) => [name, described(record)]),
) as Record<OperationName, api.Operation>;

/** The public view of a record. Schemas are slow to derive, so they are derived on first access. */
function described(record: Operation): api.Operation {
  const { id, tool, title, summary, toolset, effect, route, method, paged } = record;
  return {
    ...{ id, tool, title, summary, toolset, effect, route, method, paged },
    services: SERVICES.filter((service) => offeredBy(record, service)),
    get inputSchema() {
      return inputSchema(operationTool(record).input);
    },
    get outputSchema() {
      return outputSchema(operationTool(record).output);
    },
  };
}
