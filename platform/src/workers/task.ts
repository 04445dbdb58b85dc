/** A task for worker threads, by its name in `tasks.ts`. */
export interface WorkerTask<In, Out> {
  readonly name: string;
  /** Carries the input and output types; never called. */
  readonly shape?: (input: In) => Out;
}

/** A pure function of a text, which runs in a thread if the text is large. */
export interface TextTask<Out> extends WorkerTask<string, Out> {
  readonly find: (text: string) => Out;
  /** Whether results are cached across requests. */
  keeps(found: Out): boolean;
}

/** One task and its inputs, which are processed one after the other. */
export interface WorkerJob {
  name: string;
  inputs: readonly unknown[];
}

/** The value of a task, or why it refused. */
export type TaskResult<T> = { value: T } | { status: number; message: string };

/**
 * JSON in UTF-8, for results that may be long: the thread that gets them takes over the memory, where it would copy a
 * text.
 */
export function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

export function task<In, Out>(name: string): WorkerTask<In, Out> {
  return { name };
}

export function textTask<Out>(
  name: string,
  find: (text: string) => Out,
  keeps: TextTask<Out>['keeps'] = () => false,
): TextTask<Out> {
  return { name, find, keeps };
}
