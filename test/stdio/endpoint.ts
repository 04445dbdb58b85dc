import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { readConfig } from '../../src/config/server.ts';
import { type Connection, connect } from '../../src/connect.ts';
import { watchChanges } from '../../src/server/index.ts';
import { type Observer, UNOBSERVED } from '../../src/server/observe/observer.ts';
import { readPrebuilt, runStdio } from '../../src/server/stdio/index.ts';
import { CLI } from '../support/built.ts';

/** A message on a line: an object, or literal text. */
type JsonRpcMessage = object | string;

export interface Request {
  id: unknown;
  [field: string]: unknown;
}

/** One end of a stdio connection in this process. */
export interface StdioEndpoint {
  send(message: JsonRpcMessage): void;
  /** The next line from the server. */
  line(): Promise<string>;
  /** Sends a request and returns all lines up to its answer. */
  ask(request: Request): Promise<string[]>;
  /** What the client sends. */
  readonly input: PassThrough;
  /** What the client receives; paused, it reads nothing. */
  readonly output: PassThrough;
  /** Whether the SDK was loaded. */
  usesSdk(): boolean;
  /** Problems reported to the operator. */
  readonly problems: readonly Error[];
  /** The next problem reported to the operator. */
  problem(): Promise<Error>;
  /** Ends as if the client had gone away. */
  end(): Promise<void>;
}

interface Options {
  /** Uses the fast path; otherwise the SDK answers everything. */
  direct: boolean;
  observer?: Observer;
}

/** The build's folder with the prebuilt answers. */
const DIST = new URL('.', pathToFileURL(CLI));

/** Connects to the platform at this address, with all tools of the contract unless the flags say otherwise. */
export function connectTo(
  platform: string,
  flags: Parameters<typeof readConfig>[1] = {},
): Connection {
  return connect(configOf(platform, flags));
}

function configOf(platform: string, flags: Parameters<typeof readConfig>[1] = {}) {
  const environment = { DOCS_PLATFORM_URL: platform, DOCS_PLATFORM_TOKEN: 'token-of-the-operator' };
  return readConfig(environment, {
    toolsets: ['all'],
    api: 'contract',
    allowFiles: [],
    ...flags,
  });
}

/** Opens a stdio connection to a server of a platform. */
export function open(
  connection: Connection,
  { direct, observer = UNOBSERVED }: Options,
): StdioEndpoint {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const problems: Error[] = [];
  const told = new EventEmitter();
  const report = (problem: Error): void => {
    problems.push(problem);
    told.emit('problem', problem);
  };
  let usesSdk = false;
  const { client, reads } = connection.dependencies;
  const server = runStdio(
    {
      prebuilt: direct
        ? readPrebuilt('service', configOf('http://127.0.0.1:9').surface, DIST)
        : undefined,
      connection: async () => connection,
      changes: () => {
        usesSdk = true;
        return watchChanges({
          client,
          reads,
          realm: 'test',
          intervalMs: 60_000,
          redis: undefined,
          report,
        });
      },
      observer,
      report,
      prepare: false,
    },
    { input, output },
  );
  const line = async (): Promise<string> => (await lines.next()).value;
  const send = (message: JsonRpcMessage): void => {
    input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  };
  return {
    send,
    line,
    ask: async (request) => {
      send(request);
      const said = [await line()];
      while (!isAnswer(said.at(-1) ?? '', request.id)) said.push(await line());
      return said;
    },
    input,
    output,
    usesSdk: () => usesSdk,
    problems,
    problem: async () => (await once(told, 'problem'))[0],
    end: async () => {
      const closed = input.closed || once(input, 'close');
      input.end();
      await closed;
      await server.close();
    },
  };
}

function isAnswer(line: string, id: unknown): boolean {
  const message = JSON.parse(line);
  return !('method' in message) && message.id === id;
}
