import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { buildServer } from './assemble.ts';
import type { Services, TokenSource } from './services.ts';

/** A running server; `close` ends it and resolves when nothing is left of it. */
export interface RunningServer {
  close(): Promise<void>;
}

/** Serves one caller over this process's stdin and stdout; problems go to `report`. */
export function runStdio(
  services: Services,
  token: TokenSource,
  report: (problem: Error) => void,
): RunningServer {
  return serveStdio(({ era }) => buildServer(services, token, era), { onerror: report });
}
