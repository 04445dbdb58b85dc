import {
  type Arguments,
  allOperations,
  type Operation,
  offeredBy,
  type Service,
} from '../../operations/index.ts';
import type { Tool } from '../tool.ts';

/** The path of an object of an organization, or below it: `/v1/orgs/{organizationId}/teams/{teamId}/members`. */
const ORGANIZATION_OBJECT = /^(\/v1\/orgs\/\{organizationId\}\/[\w-]+)\/\{(\w+)\}/;

/** How to find out which organization has an object. */
export interface OrganizationLookup {
  /** The argument with its id. */
  argument: string;
  value: string;
  /** Succeeds only in the organization that has it. */
  read: Operation;
  /** Lists the objects of its kind. */
  list?: Operation;
}

/** The first argument of a call that names an object of an organization, and how to find it on this service. */
export function organizationLookup(
  tool: Tool,
  args: Arguments,
  service: Service | undefined,
): OrganizationLookup | undefined {
  const offered = allOperations.filter(
    (one) => one.effect === 'read' && (!service || offeredBy(one, service)),
  );
  for (const argument of Object.keys(tool.input.shape)) {
    const value = args[argument];
    if (typeof value !== 'string' || value === '') continue;
    const read = offered.find(
      ({ path, pathTemplate }) =>
        ORGANIZATION_OBJECT.exec(pathTemplate)?.[2] === argument && Object.keys(path).length === 2,
    );
    if (!read) continue;
    const folder = ORGANIZATION_OBJECT.exec(read.pathTemplate)?.[1];
    const list = offered.find(({ pathTemplate, paged }) => paged && pathTemplate === folder);
    return { argument, value, read, ...(list && { list }) };
  }
  return undefined;
}
