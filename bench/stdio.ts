import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { medianOfOneAtATime } from './http.ts';
import { callTool, initialize, listTools } from './messages.ts';
import { residentBytes } from './process.ts';
import { start, stop } from './programs.ts';

/** A program that speaks MCP over stdin and stdout. */
export interface StdioSubject {
  name: string;
  args: readonly string[];
  env: Record<string, string>;
}

/** The measurements of one round for one subject. */
export type StdioSample = {
  /** Milliseconds from the start of the process to the answer of `initialize`. */
  start: number;
  /** Resident bytes after `tools/list`. */
  memory: number;
  /** Milliseconds of the first call, which loads the code for calls. */
  first: number;
  /** Resident bytes after all calls. */
  busyMemory: number;
  /** Milliseconds of a call. */
  p50: number;
};

const CALLS = 400;
const WARM_UP = 100;

/** Starts a subject, lists its tools and calls one repeatedly. */
export async function measureStdio(subject: StdioSubject): Promise<StdioSample> {
  const before = performance.now();
  const child = start(subject.args, subject.env);
  try {
    const { ask, call } = talkTo(child, subject.name);
    await ask(initialize(1));
    const started = performance.now() - before;
    child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    await ask(listTools(2));
    const memory = residentBytes(child.pid as number);
    const first = await medianOfOneAtATime(1, call);
    await medianOfOneAtATime(WARM_UP, call);
    const p50 = await medianOfOneAtATime(CALLS, call);
    return { start: started, memory, first, p50, busyMemory: residentBytes(child.pid as number) };
  } finally {
    await stop(child);
  }
}

/** A conversation with a program. */
interface Conversation {
  /** Sends a request and resolves with the next line of output that is not a notification. */
  ask(request: string): Promise<string>;
  call(): Promise<void>;
}

export function talkTo(child: ChildProcess, name: string): Conversation {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the program exited: ${output}`);
  });
  ended.catch(() => undefined);
  const ask: Conversation['ask'] = async (request) => {
    child.stdin?.write(`${request}\n`);
    for (;;) {
      const [line] = await Promise.race([once(lines, 'line'), ended]);
      if (!line.startsWith('{"method"')) return line;
    }
  };
  let id = 100;
  return {
    ask,
    call: async () => {
      const answer = await ask(callTool(id++));
      if (answer.includes('"isError"') || !answer.includes('"result"')) {
        throw new Error(`${name}: ${answer.slice(0, 500)}`);
      }
    },
  };
}
