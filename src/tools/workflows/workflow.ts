import { z } from 'zod';
import type { Sender } from '../../content/index.ts';
import {
  type Arguments,
  type ArgumentsOf,
  type ItemOf,
  list,
  type Operation,
  type OutputOf,
  operations,
  type Service,
  send,
  serviceOf,
} from '../../operations/index.ts';
import { fencedInline, quoted } from '../../text/index.ts';
import { ExcludedOperation } from '../refusal.ts';
import type { CallContext, Tool } from '../tool.ts';

/** A step of a workflow failed after others had completed. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
  readonly done: readonly string[];

  constructor(cause: unknown, done: readonly string[]) {
    super('a step failed', { cause });
    this.done = done;
  }
}

/** Runs the steps of a workflow, each a call of one operation, and records what was done, in case one fails. */
export class Steps implements Sender {
  readonly done: string[] = [];
  readonly caller: CallContext;
  readonly #total: number | undefined;
  #progress = 0;
  readonly #kept = new Map<string, Promise<unknown>>();

  constructor(caller: CallContext, total?: number) {
    this.caller = caller;
    this.#total = total;
  }

  /** Sends one operation and returns its answer. */
  send<O extends Operation>(operation: O, args: ArgumentsOf<O>): Promise<OutputOf<O>> {
    return send(operation, args, this.caller);
  }

  /** Runs a tool with all its preparation and preconditions, and returns its answer. */
  async run<T>(tool: Tool, args: Arguments): Promise<T> {
    return (await tool.run(args, this.caller)) as T;
  }

  /** All items of a paged list, up to a limit. */
  list<O extends Operation>(
    operation: O,
    args: ArgumentsOf<O>,
    maxItems: number,
  ): Promise<ItemOf<O>[]> {
    return list(operation, args, this.caller, maxItems);
  }

  /** The connected service, if known. */
  service(): Promise<Service | undefined> {
    return serviceOf(this.caller);
  }

  /** Does the work once for each name, and returns the same result afterwards. */
  once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(name) ?? work();
    this.#kept.set(name, kept);
    return kept as Promise<T>;
  }

  /** Records that a step is done; `title` is that of its object. */
  async finish(step: string, title?: string): Promise<void> {
    this.done.push(title === undefined ? step : `${step} ${fencedInline(title, 'title')}`);
    await this.report(step, title);
  }

  /** Reports progress of a step that changed nothing, which a failure need not mention. */
  async report(step: string, title?: string): Promise<void> {
    this.#progress += 1;
    const label = title === undefined ? step : `${step} ${quoted(title)}`;
    await this.caller.onProgress?.(this.#progress, label, this.#total);
  }
}

function admitDeclared(declared: ReadonlySet<string>, { isExcluded }: CallContext) {
  return (tool: string): void => {
    if (!declared.has(tool)) throw new Error(`${tool} is called, but not declared`);
    if (isExcluded?.(tool)) throw new ExcludedOperation(tool);
  };
}

function refuseExcludedMerge({ isExcluded }: CallContext): void {
  const { tool } = operations.mergeChangeRequest;
  if (isExcluded?.(tool)) throw new ExcludedOperation(tool);
}

interface Workflow<Shape extends z.ZodRawShape> {
  name: string;
  title: string;
  summary: string;
  tasks: Tool['tasks'];
  toolset: string;
  effect: Tool['effect'];
  input: Shape;
  localInput?: Tool['localInput'];
  output: z.ZodObject;
  /** The operations that it requires; if the tool of one is excluded, so is this one. */
  calls: readonly Operation[];
  /** The operations that only some calls need; if one is excluded, those calls fail. No others can be called. */
  mayCall?: readonly Operation[];
  restrictsAnswers?: true;
  app?: string;
  excerpts?: Tool['excerpts'];
  /** The number of steps, if known in advance. */
  steps?: number;
  /** False: it is not listed by default. */
  byDefault?: false;
  /** Absent: it is not destructive. */
  destructive?: true;
  confirm?: Tool['confirm'];
  confirmTarget?: Tool['confirmTarget'];
  consequence?: Tool['consequence'];
  check?: Tool['check'];
  outcomes?: Tool['outcomes'];
  supersedes?: Tool['supersedes'];
  work(args: z.output<z.ZodObject<Shape>>, steps: Steps): Promise<object>;
}

/** A tool that combines operations. When a step fails, the failure states what was done before. */
export function workflow<const Shape extends z.ZodRawShape>(spec: Workflow<Shape>): Tool {
  const { work, steps: total, input, calls, mayCall = [], ...tool } = spec;
  const declared = new Set([...calls, ...mayCall].map((operation) => operation.tool));
  return {
    destructive: false,
    byDefault: true,
    ...tool,
    idempotent: spec.effect === 'read',
    openWorld: false,
    calls: calls.map((operation) => operation.tool),
    input: z.strictObject(input),
    run: async (args, context) => {
      // Refused before a change request is opened for it.
      if (args.merge === true) refuseExcludedMerge(context);
      const steps = new Steps({ ...context, admit: admitDeclared(declared, context) }, total);
      try {
        return await work(args as z.output<z.ZodObject<Shape>>, steps);
      } catch (error) {
        throw steps.done.length > 0 ? new StepFailure(error, steps.done) : error;
      }
    },
  };
}
