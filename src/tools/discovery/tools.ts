import { z } from 'zod';
import type { Arguments, Effect } from '../../operations/index.ts';
import { inputSchema } from '../schema.ts';
import type { Delegation, Tool } from '../tool.ts';
import { createRanking } from './rank.ts';

/** How many operations a search shows. */
const SHOWN = 5;

const anything = z.looseObject({});

const target = {
  name: z.string().describe('from find_operations'),
  arguments: z.record(z.string(), z.unknown()).optional(),
};

/** The tools through which everything that is reachable can be found and called, listed or not. */
export function discoveryTools(reachable: readonly Tool[]): readonly Tool[] {
  const rank = createRanking(reachable);
  return [
    meta({
      name: 'find_operations',
      title: 'Find operations',
      summary: 'Find operations of the platform by what you want to do; shows their input schemas.',
      effect: 'read',
      input: z.strictObject({
        query: z.string().max(512),
        toolset: z.string().optional(),
      }),
      run: async ({ query, toolset }) => ({
        operations: rank(String(query), {
          toolset: toolset as string | undefined,
          limit: SHOWN,
        }).map(({ name, summary, effect, input }) => ({
          name,
          summary,
          effect,
          inputSchema: inputSchema(input, 'full'),
        })),
      }),
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
      // It calls what takes away as well, and a host that asks by this hint knows no more than that.
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
    daily: true,
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
