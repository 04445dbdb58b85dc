import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type HttpAnswer, type Sent, send } from '../http/send.ts';
import { start } from '../support/program.ts';

/** A line of the log. */
export type LogLine = Record<string, unknown> & { event: string; pid: number };

/** A program's stderr output, one JSON record on a line. */
export interface Lines {
  /** The raw output so far. */
  text(): string;
  all(event: string): LogLine[];
  /** The first matching record, once it is there. */
  first(event: string, fits?: (line: LogLine) => boolean): Promise<LogLine>;
}

/** The built program, serving HTTP, with its monitoring. */
export interface MonitoredServer {
  child: ChildProcess;
  lines: Lines;
  port: number;
  /** Address of `--metrics-port`, if given. */
  statusPort(): number;
  send(sent: Sent): Promise<HttpAnswer>;
  /** GET of a path; on the metrics port if given, else beside `/mcp`. */
  status(path: string): Promise<HttpAnswer>;
  /** Stops it; resolves with its exit code. */
  stop(): Promise<number | null>;
}

export async function serveMonitored(
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<MonitoredServer> {
  const child = start(['serve', '--http', '--port', '0', ...args], env);
  const lines = linesOf(child);
  const portOf = (line: LogLine) => Number(/:(\d+)\//.exec(String(line.msg))?.[1]);
  const listening = (what: string) => (line: LogLine) => String(line.msg).startsWith(what);
  const port = portOf(await lines.first('listening', listening('MCP endpoint')));
  const statusPort = () => {
    const own = lines.all('listening').find(listening('Metrics'));
    return own ? portOf(own) : port;
  };
  return {
    child,
    lines,
    port,
    statusPort,
    send: (sent) => send(port, sent),
    status: (path) => send(statusPort(), { method: 'GET', path }),
    stop: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : [child.exitCode];
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

/** Reads a program's stderr. */
export function linesOf(child: ChildProcess): Lines {
  let text = '';
  let ended = false;
  const waiting = new Set<() => void>();
  const look = () => {
    for (const again of waiting) again();
  };
  child.stderr?.on('data', (chunk) => {
    text += chunk;
    look();
  });
  child.once('close', () => {
    ended = true;
    look();
  });
  const all = (event: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)
      .filter((line) => line.event === event);
  return {
    text: () => text,
    all,
    first: (event, fits = () => true) =>
      new Promise((resolve, reject) => {
        const again = () => {
          const found = all(event).find(fits);
          if (found) resolve(found);
          else if (ended) reject(new Error(`the program ended without ${event}: ${text}`));
          else return;
          waiting.delete(again);
        };
        waiting.add(again);
        again();
      }),
  };
}
