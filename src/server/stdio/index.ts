import { StdioConnection } from './connection.ts';
import type { RunningStdio, StdioOptions, Streams } from './options.ts';

export { readPrebuilt } from '../fast-path/prebuilt.ts';

/** Serves one caller over this process's stdin and stdout. */
export function runStdio(
  options: StdioOptions,
  streams: Streams = { input: process.stdin, output: process.stdout },
): RunningStdio {
  return new StdioConnection(options, streams);
}
