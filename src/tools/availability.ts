import { allOperations, offeredBy, type Service, serviceOf } from '../operations/index.ts';
import { Refusal } from './refusal.ts';
import type { CallContext, Tool } from './tool.ts';

/**
 * Refuses operations that the connected platform does not have, before anything is sent. The platform is only asked
 * which service it is for an operation that one of them lacks.
 * @throws {Refusal} naming what to use instead.
 */
export async function requireOffered(tool: Tool, context: CallContext): Promise<void> {
  const { operation } = tool;
  if (!operation || SERVICES.every((service) => offeredBy(operation, service))) return;
  const service = await serviceOf(context);
  if (service === undefined || offeredBy(operation, service)) return;
  const reason =
    service === 'current'
      ? `has ended. ${operation.successor ?? ''}`
      : `belongs to today's service, and this platform serves the older API${wholeToolset(tool.toolset, service)}.`;
  throw new Refusal(`${tool.title} is not offered here: it ${reason} Nothing was sent.`);
}

function wholeToolset(toolset: string, service: Service): string {
  const members = allOperations.filter((one) => one.toolset === toolset);
  return members.some((one) => offeredBy(one, service))
    ? ''
    : `, which has nothing of the toolset ${toolset}`;
}

const SERVICES: readonly Service[] = ['contract', 'current'];
