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

/** Fewer bytes are copied as fast as they are moved. */
const LONG_BYTES = 64 * 1024;

/** The memory of long bytes, of a value or of the files in a list, that share it with nothing else. */
export function memoryOf(value: unknown): ArrayBufferLike[] {
  if (Array.isArray(value))
    return value.flatMap((file: { bytes?: unknown }) => memoryOf(file?.bytes));
  const isOwn = value instanceof Uint8Array && value.byteLength === value.buffer.byteLength;
  return isOwn && value.byteLength >= LONG_BYTES ? [value.buffer] : [];
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
