import { LRUCache } from 'lru-cache';
import { type Restriction, SelectionError, type Surface } from '../../../tools/index.ts';
import type { Dependencies, OperatorDependencies } from '../../dependencies.ts';
import { RESULT_LINKS } from '../../revisions.ts';
import { READ_ONLY_ENDPOINT } from '../routes.ts';
import { type Guard, HttpRefusal, type RequestContext } from './guard.ts';

/** Maximum number of cached restrictions; clients have few, and each needs its own lists of tools. */
const MAX_KNOWN = 100;

const YES = /^(true|1|yes|on)$/i;
const NO = /^(false|0|no|off)?$/i;

/** Restricts a request to what it asks for and to what its token allows. */
export function restrictByRequest(dependencies: OperatorDependencies): Guard {
  const known = new LRUCache<string, Dependencies>({ max: MAX_KNOWN });
  return (context) => {
    const restriction = restrictionOf(context);
    if (!restriction) return;
    const key = JSON.stringify(restriction);
    const less = known.get(key) ?? {
      ...dependencies,
      surface: restricted(dependencies, restriction),
    };
    known.set(key, less);
    refuseMissingRights(
      context,
      () => restricted(dependencies, { ...restriction, readOnly: false }),
      less.surface,
    );
    context.dependencies = less;
  };
}

/** Requires more rights for a tool that only the caller's token excludes. */
function refuseMissingRights(
  { request: { headers }, identity, path }: RequestContext,
  wider: () => Surface,
  less: Surface,
): void {
  const { 'mcp-method': method, 'mcp-name': name } = headers;
  if (!identity.insufficient || method !== 'tools/call' || typeof name !== 'string') return;
  if (path === READ_ONLY_ENDPOINT || isYes(headers['x-mcp-readonly'])) return;
  if (less.howToCall(name) === undefined && wider().howToCall(name) !== undefined) {
    throw identity.insufficient();
  }
}

function restricted({ surface }: OperatorDependencies, restriction: Restriction): Surface {
  try {
    return surface.restrict(restriction);
  } catch (error) {
    if (error instanceof SelectionError) throw new HttpRefusal(400, error.message);
    throw error;
  }
}

/** The requested restriction; undefined if there is none. */
function restrictionOf({ request, path, identity }: RequestContext): Restriction | undefined {
  const { headers } = request;
  const toolsets = names(headers['x-mcp-toolsets']);
  const tools = names(headers['x-mcp-tools']);
  const excludeTools = names(headers['x-mcp-exclude-tools']) ?? [];
  const readOnly =
    path === READ_ONLY_ENDPOINT || identity.readOnly || isYes(headers['x-mcp-readonly']);
  if (!toolsets && !tools && !readOnly && excludeTools.length === 0) return undefined;
  return { toolsets, tools, excludeTools, readOnly };
}

/** Undefined if no name is given. */
function names(header: string | string[] | undefined): string[] | undefined {
  if (header === undefined) return undefined;
  const names = String(header)
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return names.length > 0 ? names : undefined;
}

function isYes(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  const text = String(header).trim();
  if (!YES.test(text) && !NO.test(text)) {
    throw new HttpRefusal(400, 'X-MCP-Readonly is true or false.');
  }
  return YES.test(text);
}

/** Lets the request decide, instead of the operator, whether results link to resources. */
export const resultLinksFromQuery: Guard = (context) => {
  const header = context.request.headers['x-mcp-result-links'];
  if (header === undefined) return;
  const text = String(header).trim().toLowerCase();
  const resultLinks = RESULT_LINKS.find((mode) => mode === text);
  if (!resultLinks) {
    throw new HttpRefusal(400, `X-MCP-Result-Links is ${RESULT_LINKS.join(', ')}.`);
  }
  context.dependencies = { ...context.dependencies, resultLinks };
};
