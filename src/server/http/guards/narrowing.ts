import { LRUCache } from 'lru-cache';
import { type Narrowing, SelectionError, type Surface } from '../../../tools/index.ts';
import type { OperatorServices, Services } from '../../services.ts';
import { READ_ONLY_ENDPOINT } from '../routes.ts';
import { type Guard, Refusal, type Visit } from './guard.ts';

/** Ways of narrowing that are kept; clients have few, and each costs its lists of tools. */
const MAX_KNOWN = 100;

const YES = /^(true|1|yes|on)$/i;
const NO = /^(false|0|no|off)?$/i;

/** Offers a caller less than the operator allows, as far as the request asks for less or its token allows no more. */
export function narrowByRequest(services: OperatorServices): Guard {
  const known = new LRUCache<string, Services>({ max: MAX_KNOWN });
  return (visit) => {
    const narrowing = narrowingOf(visit);
    if (!narrowing) return;
    const key = JSON.stringify(narrowing);
    const narrow = known.get(key) ?? {
      ...services,
      surface: narrowed(services, narrowing),
      writtenDefinitions: undefined,
    };
    known.set(key, narrow);
    askForRights(
      visit,
      () => narrowed(services, { ...narrowing, readOnly: false }),
      narrow.surface,
    );
    visit.services = narrow;
  };
}

/** Says that a tool needs more rights, where it is the caller's token alone that keeps it away. */
function askForRights(
  { request: { headers }, identity, path }: Visit,
  wider: () => Surface,
  narrow: Surface,
): void {
  const { 'mcp-method': method, 'mcp-name': name } = headers;
  if (!identity.insufficient || method !== 'tools/call' || typeof name !== 'string') return;
  if (path === READ_ONLY_ENDPOINT || isYes(headers['x-mcp-readonly'])) return;
  if (narrow.wayTo(name) === undefined && wider().wayTo(name) !== undefined) {
    throw identity.insufficient();
  }
}

function narrowed({ surface }: OperatorServices, narrowing: Narrowing): Surface {
  try {
    return surface.narrow(narrowing);
  } catch (error) {
    if (error instanceof SelectionError) throw new Refusal(400, error.message);
    throw error;
  }
}

/** What is asked for in words that are compared as they are: undefined where it is nothing. */
function narrowingOf({ request, path, identity }: Visit): Narrowing | undefined {
  const { headers } = request;
  const toolsets = names(headers['x-mcp-toolsets']);
  const tools = names(headers['x-mcp-tools']);
  const excludeTools = names(headers['x-mcp-exclude-tools']) ?? [];
  const readOnly =
    path === READ_ONLY_ENDPOINT || identity.readOnly || isYes(headers['x-mcp-readonly']);
  if (!toolsets && !tools && !readOnly && excludeTools.length === 0) return undefined;
  return { toolsets, tools, excludeTools, readOnly };
}

/** Undefined where no name is given. */
function names(header: string | string[] | undefined): string[] | undefined {
  if (header === undefined) return undefined;
  const given = String(header)
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return given.length > 0 ? given : undefined;
}

function isYes(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  const text = String(header).trim();
  if (!YES.test(text) && !NO.test(text)) {
    throw new Refusal(400, 'X-MCP-Readonly is true or false.');
  }
  return YES.test(text);
}
