import type { z } from 'zod';
import type {
  Arguments,
  Caller,
  Confirm,
  Effect,
  Operation,
  Scope,
  ToolReach,
} from '../operations/index.ts';
import type { PictureSource } from './results/picture-arguments.ts';

/** Whether a person can be asked to confirm a destructive call, or has confirmed it. */
export type Approval = 'accepted' | 'declined' | 'askable' | 'unavailable';

/** A caller and the context of its call, such as a progress callback. */
export interface CallContext extends Caller {
  /** The operator's restrictions; absent: none. */
  scope?: Scope;
  /** Called with the steps or events so far, and their total if known. */
  onProgress?: (progress: number, message: string, total?: number) => Promise<void>;
  /** Maximum number of tokens in the result; a longer one is truncated. Absent: no limit. */
  maxResultTokens?: number;
  /** Absent: no person can be asked. */
  approval?: Approval;
  /** Whether the tool with this name was excluded; absent: none was. */
  isExcluded?: (tool: string) => boolean;
  /** Asks for the folders that the client offers, on the machine that it shares with the server; absent: none. */
  roots?: () => Promise<readonly string[]>;
  /** Absent: none. */
  linkedResults?: LinkedResults;
  /** The confirmed state of the target, as in `Question`. */
  confirmedState?: string;
  /** Called by the app page and not by a model: nothing is truncated, and the result has more details. */
  forApp?: true;
}

/** Which results link to the resources that they mention. */
export type LinkedResults = 'none' | 'reads' | 'all';

/** A tool that only stands for another: the call continues as a call of that one. */
export interface Delegation {
  name: string;
  arguments: unknown;
  /** Show what the call would send instead of sending it. */
  preview?: true;
}

/**
 * A tool that can be listed and called. Most are one operation of the API; some combine operations or search the
 * catalogue.
 */
export interface Tool {
  readonly name: string;
  /** Former names: the tool can still be called, selected and excluded by them. */
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly summary: string;
  /** What people want when they need it, in their words. */
  readonly tasks?: readonly string[];
  readonly toolset: string;
  readonly effect: Effect;
  readonly byDefault: boolean;
  /** May delete something or make it public; such calls have to be confirmed. */
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
  readonly input: z.ZodObject;
  /** Arguments in another form where the server runs on the caller's machine. */
  readonly localInput?: Readonly<Record<string, z.ZodType>>;
  readonly output: z.ZodObject;
  /** The operation behind the tool, if there is exactly one. */
  readonly operation?: Operation;
  /** The reason why a destructive call needs confirmation; undefined: it needs none. Absent: every call needs it. */
  readonly confirm?: Confirm;
  /** What a call does, in one sentence for a person who has to confirm it. Absent: the summary says it. */
  consequence?(args: Arguments, context: CallContext): Promise<string>;
  /** The target that a person is asked about, for a tool that combines operations. Absent: that of its operation. */
  confirmTarget?(args: Arguments): TargetLocation;
  /** URI of the page in which a host can show the results to a person. */
  readonly app?: string;
  /** Whether its results have images to look at. */
  readonly pictureSource?: PictureSource;
  /** Results contain only this server's own words, so they are not fenced. */
  readonly trustedOutput?: true;
  /** Set if the tool itself keeps its answers within the operator's limits, although no argument names a location. */
  readonly restrictsAnswers?: true;
  /** The names of its fields with excerpts of texts that it sanitized as a whole. */
  readonly excerpts?: readonly string[];
  /** The tools whose operations it combines; it is not offered if one of them is excluded. */
  readonly calls?: readonly string[];
  /** Tools that are not listed by default beside this one, but can still be called by name. */
  readonly supersedes?: readonly string[];
  /** A rule across arguments: returns what is wrong and what to give instead. */
  check?(args: Arguments): string | undefined;
  /** As of an operation: the outcome of each item, where items succeed or fail individually. */
  readonly outcomes?: Operation['outcomes'];
  /** The call that this one stands for. */
  delegate?(args: Arguments): Delegation;
  /** Does the work, and returns the platform's answer or an object composed of several. */
  run(args: Arguments, context: CallContext): Promise<unknown>;
}

/** The target of a call: the last id in the path of an operation with these arguments. */
export interface TargetLocation {
  operation: Operation;
  args: Arguments;
  /** Other objects that the effect depends on: if one of them changes, the confirmation is no longer valid. */
  dependsOn?: readonly TargetLocation[];
}

/** The location of a tool's calls: given by its path, or by its required arguments. */
export function reachOf({ effect, operation, input, restrictsAnswers }: Tool): ToolReach {
  if (operation) return reachOfOperation(operation);
  const fields = Object.entries(input.shape as Record<string, z.ZodType>);
  const anchors = fields.filter(([, field]) => !field.safeParse(undefined).success);
  return {
    effect,
    anchors: anchors.map(([name]) => name),
    ...(restrictsAnswers && { restrictsAnswers }),
  };
}

/** The location of an operation's requests. */
export function reachOfOperation({ effect, path, locatedBy }: Operation): ToolReach {
  return {
    effect,
    anchors: Object.keys(path),
    ...(locatedBy !== undefined && { restrictsAnswers: true }),
  };
}
