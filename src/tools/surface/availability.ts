import { allOperations, offeredBy, type Service, serviceOf } from '../../operations/index.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext, Tool } from '../tool.ts';

/** Whether a service supports a tool. Workflows work on either service. */
export function isOfferedBy({ operation }: Pick<Tool, 'operation'>, service: Service): boolean {
  return operation === undefined || offeredBy(operation, service);
}

/**
 * Refuses a tool that the connected service does not have, before anything is sent. It determines the service only for
 * an operation that one of the services lacks, and returns a promise only then.
 * @throws {Refusal} naming what to use instead.
 */
export function requireOffered(tool: Tool, context: CallContext): Promise<void> | undefined {
  return isServiceSpecific(tool) ? requireServiceOf(tool, context) : undefined;
}

/** Whether one of the services lacks a tool. */
export function isServiceSpecific(tool: Tool): boolean {
  return SERVICES.some((service) => !isOfferedBy(tool, service));
}

async function requireServiceOf(tool: Tool, context: CallContext): Promise<void> {
  const service = await serviceOf(context);
  if (service === undefined || isOfferedBy(tool, service)) return;
  throw new Refusal(notOfferedMessage(tool, service));
}

/** Says that a service lacks a tool, and what to do instead, if there is something. */
export function notOfferedMessage({ title, toolset, operation }: Tool, service: Service): string {
  const reason =
    service === 'current'
      ? `has ended. ${operation?.successor ?? 'The current service has no equivalent.'}`
      : `belongs to the current service, and this platform serves the legacy API. ${operation?.predecessor ?? noEquivalent(toolset, service)}`;
  return `${title} is not offered here: it ${reason} Nothing was sent.`;
}

/** Says in a line that a service lacks a tool, and what to do instead. */
export function notOfferedLine({ name, operation }: Tool, service: Service): string {
  const instead = service === 'current' ? operation?.successor : operation?.predecessor;
  const other = service === 'current' ? 'the legacy API' : 'the current API';
  return `${name}: ${other} only; ${instead ?? 'this service has no equivalent.'}`;
}

/** Says that a service has nothing of this kind, and how much else it lacks. */
function noEquivalent(toolset: string, service: Service): string {
  const members = allOperations.filter((one) => one.toolset === toolset);
  return members.some((one) => offeredBy(one, service))
    ? 'It has no equivalent.'
    : `It has no equivalent, nor any other operation of the toolset ${toolset}.`;
}

const SERVICES: readonly Service[] = ['contract', 'current'];
