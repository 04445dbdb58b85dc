import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Era } from './approval.ts';
import { buildServer } from './assemble.ts';
import type { ChangeHub } from './events/change-hub.ts';
import { ListeningTransport } from './events/listening-transport.ts';
import { Subscriptions } from './events/subscriptions.ts';
import type { Services, TokenSource } from './services.ts';

/** A running server; `close` ends it and resolves when nothing is left of it. */
export interface RunningServer {
  close(): Promise<void>;
}

/** Serves one caller over this process's stdin and stdout; problems go to `report`. */
export function runStdio(
  services: Services & { changes: ChangeHub },
  token: TokenSource,
  report: (problem: Error) => void,
): RunningServer {
  let server: Server | undefined;
  const subscriptions = new Subscriptions(services.changes, {
    hearer: async () => ({ token: await token(), scope: services.scope }),
    updated: (uri) => void server?.sendResourceUpdated({ uri }).catch(report),
  });
  const transport = new ListeningTransport(new StdioServerTransport(), subscriptions);
  const build = ({ era }: { era: Era }): Server => {
    server = buildServer(services, token, era, subscriptions);
    return server;
  };
  return serveStdio(build, { transport, onerror: report });
}
