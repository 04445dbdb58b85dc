import { z } from 'zod';
import { type Arguments, type Effect, type Service, serviceOf } from '../../operations/index.ts';
import { onDemand } from '../../operations/params.ts';
import { atMostOneOf, exactlyOneOf } from '../../operations/rules.ts';
import { turns } from '../../turns.ts';
import { isOfferedBy, isServiceSpecific, notOfferedLine } from '../surface/availability.ts';
import { publishedInput } from '../surface/definition.ts';
import type { Delegation, Tool } from '../tool.ts';
import { createRanking, type Ranking } from './rank.ts';
import { termsOf } from './words.ts';

/** Maximum number of tools that are named as missing. */
const MAX_MISSING = 3;

/** Maximum number of requests within one question. */
const MAX_REQUESTS = 5;

/** Separators of the requests within one question. */
const REQUEST_SEPARATOR = /[,;]| and /i;

/** Minimum number of significant words of a separate request. */
const MIN_WORDS = 2;

/**
 * The tools that fit a question, or one of the requests in it, better than all that the service has. Each comes with
 * what to do instead.
 */
export function missingTools(
  query: string,
  service: Service,
  find: (wish: string) => ReturnType<Ranking<Tool>>,
): string[] {
  const parts = query.split(REQUEST_SEPARATOR).map((part) => part.trim());
  const requests = [...new Set(parts)].filter((part) => termsOf(part).length >= MIN_WORDS);
  const several = requests.length > 1 ? requests.slice(0, MAX_REQUESTS) : [];
  const missing = [query, ...several].flatMap((wish) => {
    const found = find(wish);
    const first = found.findIndex((tool) => isOfferedBy(tool, service));
    return first < 0 ? found : found.slice(0, first);
  });
  return [...new Set(missing)].slice(0, MAX_MISSING).map((tool) => notOfferedLine(tool, service));
}

/** Maximum number of operations in a search result, for one question and for each of several. */
const DEFAULT_SHOWN = 5;
const DEFAULT_SHOWN_OF_EACH = 2;

/**
 * The number of operations shown with their schemas for one question, unless the caller asks for more; the others may
 * be what is meant.
 */
const WITH_SCHEMA = 2;
const MAX_SHOWN = 50;
const MAX_QUESTIONS = 20;

/** Maximum number shown beside better matches that the connected service lacks. */
const SHOWN_BESIDE_MISSING = 2;

const oneQuestion = exactlyOneOf('query', 'queries');
const noMoreThanOne = atMostOneOf('query', 'queries');

const question = z.string().max(512);

const anything = z.looseObject({});

const target = {
  name: z.string().describe('from find_operations'),
  arguments: z.record(z.string(), z.unknown()).optional(),
};

/** The tools that a server would offer if the connected service had them. */
interface LackingTools {
  tools: readonly Tool[];
  /** The connected service, if known; otherwise the first question determines it. */
  service?: Service;
}

/**
 * The tools through which every available tool can be found and called, listed or not. Tools that the client has
 * listed are only named. Of tools that the connected service lacks, those that fit best are named as missing.
 */
export function discoveryTools(
  reachable: readonly Tool[],
  listed: ReadonlySet<string> = new Set(),
  lacking: LackingTools = { tools: [] },
): readonly Tool[] {
  return [findOperations(reachable, listed, lacking), ...CALLING_TOOLS];
}

const CALLING_TOOLS = [
  metaTool({
    name: 'read_operation',
    title: 'Read operation',
    summary: 'Call an operation of effect read.',
    effect: 'read',
    input: z.strictObject(target),
    delegate: (args) => delegation(args),
  }),
  metaTool({
    name: 'write_operation',
    title: 'Write operation',
    summary: 'Call an operation that creates, updates or deletes.',
    effect: 'update',
    // It also calls destructive operations, and this hint is all that a host has to decide by.
    destructive: true,
    input: z.strictObject(target),
    delegate: (args) => delegation(args),
  }),
  metaTool({
    name: 'preview_operation',
    title: 'Preview operation',
    summary: 'Show what a call would send, and destroy, without sending it.',
    effect: 'read',
    input: z.strictObject(target),
    delegate: (args) => ({ ...delegation(args), preview: true }),
  }),
];

function findOperations(
  reachable: readonly Tool[],
  listed: ReadonlySet<string>,
  { tools: lacking, service: connected }: LackingTools,
): Tool {
  const all = [...reachable, ...lacking];
  const isMixed = all.some(isServiceSpecific);
  let ranking: Promise<Ranking<Tool>> | undefined;
  return metaTool({
    name: 'find_operations',
    title: 'Find operations',
    summary:
      'Find operations by what you want to do; shows input schemas, or with `names` only summaries.',
    effect: 'read',
    input: z.strictObject({
      query: question.optional(),
      queries: z.array(question).min(1).max(MAX_QUESTIONS).optional().describe('several at once'),
      toolset: z.string().optional(),
      limit: z.number().int().min(1).max(MAX_SHOWN).optional().meta(onDemand('of each query')),
      names: z.boolean().optional(),
    }),
    check: (args) => (args.toolset === undefined ? oneQuestion : noMoreThanOne)(args),
    run: async (args, context) => {
      const asked = args as ToolQuery;
      const { query, queries, toolset } = asked;
      const service = connected ?? (isMixed ? await serviceOf(context) : undefined);
      ranking ??= createRanking(all);
      const rank = await ranking;
      const find = (text: string) => rank(text, { toolset, limit: all.length });
      const answer = answerer(find, service, listed, asked);
      if (query === undefined && queries === undefined) return answer('', MAX_SHOWN);
      if (queries === undefined) return answer(query ?? '', DEFAULT_SHOWN);
      const turn = turns();
      const answers = [];
      for (const text of queries) {
        await turn();
        answers.push({ query: text, ...answer(text, DEFAULT_SHOWN_OF_EACH) });
      }
      return { answers };
    },
  });
}

/** Answers the questions of one call, in order. A tool that an earlier answer shows is only named. */
function answerer(
  find: (text: string) => Tool[],
  service: Service | undefined,
  listed: ReadonlySet<string>,
  { query, queries, names, limit }: ToolQuery,
) {
  const isWholeToolset = query === undefined && queries === undefined;
  const hasSeveral = (queries?.length ?? 0) > 1;
  const seen = new Set<Tool>();
  return (text: string, most: number) => {
    const missing = service ? missingTools(text, service, find) : [];
    const shown = limit ?? (missing.length > 0 ? SHOWN_BESIDE_MISSING : most);
    const offered = find(text).filter((tool) => !service || isOfferedBy(tool, service));
    return {
      ...(missing.length > 0 && { missing }),
      operations: offered.slice(0, shown).map((tool, at) => {
        if (seen.has(tool)) return { name: tool.name };
        seen.add(tool);
        const isLate = (limit === undefined || hasSeveral) && at >= WITH_SCHEMA;
        return shownTool(tool, listed, names ?? (isWholeToolset || isLate));
      }),
    };
  };
}

/** A found tool, with its schema unless it is listed or only a summary is wanted. */
function shownTool(tool: Tool, listed: ReadonlySet<string>, isBrief: boolean) {
  const { name, summary, effect } = tool;
  if (listed.has(name)) return { name, listed: true };
  if (isBrief) return { name, summary };
  return { name, summary, effect, inputSchema: publishedInput(tool, 'full') };
}

interface ToolQuery {
  query?: string;
  queries?: string[];
  toolset?: string;
  names?: boolean;
  limit?: number;
}

interface MetaTool {
  name: string;
  title: string;
  summary: string;
  effect: Effect;
  destructive?: true;
  input: z.ZodObject;
  delegate?: (args: Arguments) => Delegation;
  check?: Tool['check'];
  run?: Tool['run'];
}

function metaTool({ run, ...tool }: MetaTool): Tool {
  return {
    ...tool,
    toolset: 'discovery',
    byDefault: true,
    destructive: tool.destructive === true,
    idempotent: tool.effect === 'read',
    openWorld: false,
    trustedOutput: true,
    output: anything,
    run: run ?? (() => Promise.reject(new Error(`${tool.name} only stands for other tools`))),
  };
}

function delegation(args: Arguments): Delegation {
  return { name: String(args.name), arguments: args.arguments ?? {} };
}
