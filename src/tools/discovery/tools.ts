import { z } from 'zod';
import {
  type Arguments,
  type Effect,
  offeredBy,
  type Service,
  serviceOf,
} from '../../operations/index.ts';
import { publishedInput } from '../definition.ts';
import type { Delegation, Tool } from '../tool.ts';
import { createRanking } from './rank.ts';

/** Maximum number of operations in a search result. */
const SHOWN = 5;
const MAX_SHOWN = 50;

const anything = z.looseObject({});

const target = {
  name: z.string().describe('from find_operations'),
  arguments: z.record(z.string(), z.unknown()).optional(),
};

/**
 * The tools through which every available tool can be found and called, listed or not. Tools that the client has
 * listed are only named.
 */
export function discoveryTools(
  reachable: readonly Tool[],
  listed: ReadonlySet<string> = new Set(),
): readonly Tool[] {
  const rank = createRanking(reachable);
  return [
    meta({
      name: 'find_operations',
      title: 'Find operations',
      summary:
        'Find operations by what you want to do; shows input schemas, or with `names` summaries alone.',
      effect: 'read',
      input: z.strictObject({
        query: z.string().max(512),
        toolset: z.string().optional(),
        limit: z.number().int().min(1).max(MAX_SHOWN).optional(),
        names: z.boolean().optional(),
      }),
      run: async ({ query, toolset, limit = SHOWN, names }, context) => {
        const found = rank(String(query), {
          toolset: toolset as string | undefined,
          limit: reachable.length,
        });
        const service = isMixed(reachable) ? await serviceOf(context) : undefined;
        const offered = found.filter(
          ({ operation }) => !operation || !service || offeredBy(operation, service),
        );
        return {
          operations: offered.slice(0, Number(limit)).map((tool) => {
            const { name, summary, effect } = tool;
            if (listed.has(name)) return { name, listed: true };
            if (names === true) return { name, summary };
            return { name, summary, effect, inputSchema: publishedInput(tool, 'full') };
          }),
        };
      },
    }),
    meta({
      name: 'read_operation',
      title: 'Read operation',
      summary: 'Call an operation of effect read.',
      effect: 'read',
      input: z.strictObject(target),
      delegate: (args) => delegation(args),
    }),
    meta({
      name: 'write_operation',
      title: 'Write operation',
      summary: 'Call an operation that creates, updates or deletes.',
      effect: 'update',
      // It also calls destructive operations, and a host that decides by this hint knows no more.
      destructive: true,
      input: z.strictObject(target),
      delegate: (args) => delegation(args),
    }),
    meta({
      name: 'preview_operation',
      title: 'Preview operation',
      summary: 'Show what a call would send, and destroy, without sending it.',
      effect: 'read',
      input: z.strictObject(target),
      delegate: (args) => ({ ...delegation(args), preview: true }),
    }),
  ];
}

/** Whether each service has operations that the other lacks. */
function isMixed(tools: readonly Tool[]): boolean {
  const services: readonly Service[] = ['contract', 'current'];
  return services.every((service) =>
    tools.some(({ operation }) => operation && !offeredBy(operation, service)),
  );
}

interface MetaTool {
  name: string;
  title: string;
  summary: string;
  effect: Effect;
  destructive?: true;
  input: z.ZodObject;
  delegate?: (args: Arguments) => Delegation;
  run?: Tool['run'];
}

function meta({ run, ...tool }: MetaTool): Tool {
  return {
    ...tool,
    toolset: 'discovery',
    byDefault: true,
    destructive: tool.destructive === true,
    idempotent: tool.effect === 'read',
    openWorld: false,
    ours: true,
    output: anything,
    run: run ?? (() => Promise.reject(new Error(`${tool.name} only stands for other tools`))),
  };
}

function delegation(args: Arguments): Delegation {
  return { name: String(args.name), arguments: args.arguments ?? {} };
}
