import type { z } from 'zod';
import type { Arguments, Caller, Effect, Operation, Reach, Scope } from '../operations/index.ts';

/** What is known of the person behind a call, when something is to be taken away. */
export type Approval = 'accepted' | 'declined' | 'askable' | 'unavailable';

/** A caller and, where it asked for progress, the way to report it. */
export interface CallContext extends Caller {
  /** What the operator narrowed the server to; absent: to nothing. */
  scope?: Scope;
  /** Called with the steps or events so far, and their number where it is known. */
  onProgress?: (progress: number, message: string, total?: number) => Promise<void>;
  /** Tokens that a result may have: what is longer was shown cut. Absent: results are not cut. */
  maxResultTokens?: number;
  /** Absent: nobody can be asked. */
  approval?: Approval;
  /** Whether the tool of this name was excluded; absent: none was. */
  isExcluded?: (tool: string) => boolean;
  /** Absent: none. */
  linkedResults?: LinkedResults;
  /** The state of the target that the person agreed to, as `Question` told it. */
  agreedState?: string;
  /** The page that shows the result to a person asks, not a model: nothing is cut, and more is told. */
  forApp?: true;
}

/** Which results link to the resources that they mention. */
export type LinkedResults = 'none' | 'reads' | 'all';

/** A tool that only stands for another: the call goes on as if that one had been called. */
export interface Delegation {
  name: string;
  arguments: unknown;
  /** Instead of calling it, show what it would send. */
  preview?: true;
}

/**
 * What is listed and called. Most tools are one operation of the API; a few combine operations or
 * look through the catalogue.
 */
export interface Tool {
  readonly name: string;
  /** Names that it had before: it can still be called, selected and excluded by them. */
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly summary: string;
  readonly toolset: string;
  readonly effect: Effect;
  readonly daily: boolean;
  /** May take something away or make it public; the calls that do are confirmed. */
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** The operation behind the tool, where it is exactly one. */
  readonly operation?: Operation;
  /** Why a person is asked before a call of a destructive tool; undefined: nobody is. Absent: every call is asked for. */
  confirm?(args: Arguments): string | undefined;
  /** URI of the page in which a host can show the results to a person. */
  readonly app?: string;
  /** Results are this server's own words, with nothing of the platform in them. */
  readonly ours?: true;
  /** Where it combines operations: its answers are held within the operator's limits, although no argument says where a call leads. */
  readonly tells?: true;
  /** The tools whose operations it calls, where it combines several: without one of them it is not offered. */
  readonly calls?: readonly string[];
  /** A rule across arguments: says what is wrong and what to give instead. */
  check?(args: Arguments): string | undefined;
  /** The call that this one stands for. */
  delegate?(args: Arguments): Delegation;
  /** Does the work and returns the platform's answer, or an object made of several. */
  run(args: Arguments, context: CallContext): Promise<unknown>;
}

/** Where the calls of a tool lead: its path says so, or what a tool without one cannot be called without. */
export function reachOf({ effect, operation, input, tells }: Tool): Reach {
  if (operation) return reachOfOperation(operation);
  const fields = Object.entries(input.shape as Record<string, z.ZodType>);
  const anchors = fields.filter(([, field]) => !field.safeParse(undefined).success);
  return { effect, anchors: anchors.map(([name]) => name), ...(tells && { tells }) };
}

/** Where the requests of an operation lead. */
export function reachOfOperation({ effect, path, tellsOf }: Operation): Reach {
  return { effect, anchors: Object.keys(path), ...(tellsOf !== undefined && { tells: true }) };
}
