/** Something that is done in worker threads, by the name under which `tasks.ts` has it. */
export interface WorkerTask<In, Out> {
  readonly name: string;
  /** Says what it takes and gives; never called. */
  readonly shape?: (input: In) => Out;
}

/** What is found out about a text by a pure function, which runs in a thread when the text is large. */
export interface TextTask<Out> extends WorkerTask<string, Out> {
  readonly find: (text: string) => Out;
  /** Whether what was found is remembered from one request to the next. */
  keeps(found: Out): boolean;
}

/** One task and what it is to be done with, one after the other. */
export interface WorkerJob {
  name: string;
  inputs: readonly unknown[];
}

/** What a task gave, or why it refused. */
export type TaskResult<T> = { value: T } | { status: number; message: string };

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
