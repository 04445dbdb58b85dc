import type { PlatformOptions, RunningPlatform } from '@docs-platform-mcp/platform';
import { createClient, type PlatformRequest } from './client/index.ts';
import type { Config } from './config/server.ts';
import { once } from './once.ts';
import { ReadCache } from './resources/index.ts';
import { prebuiltDefinitions } from './server/fast-path/prebuilt.ts';
import type { OperatorDependencies, TokenProvider } from './server/index.ts';
import { serverInstructions } from './server/instructions.ts';
import { UNOBSERVED } from './server/observe/observer.ts';
import { usedConfirmationsHere } from './server/used-confirmations.ts';
import { sanitizeAhead } from './text/index.ts';
import { surfaceOf } from './tools/index.ts';
import { NAME, VERSION } from './version.ts';

/** The connection to the configured platform, shared by all callers of a process. */
export interface Connection {
  dependencies: OperatorDependencies;
  /** The operator's token, or that of the embedded platform's administrator. */
  token: TokenProvider;
  /** The embedded platform, started by the first call; absent with a real service. */
  embedded?: () => Promise<RunningPlatform>;
  close(): Promise<void>;
}

/** Connects to the configured platform. Loads and starts nothing before it is needed. */
export function connect(config: Config): Connection {
  const { platform, token, timeoutMs, stateKey, resultLinks } = config;
  const { scope } = config.surface;
  const surface = surfaceOf(config.surface, prebuiltDefinitions());
  const reads = new ReadCache();
  const shared = {
    userAgent: `${NAME}/${VERSION}`,
    timeoutMs,
    maxConcurrency: config.maxUpstreamConcurrency,
    onLargeAnswer: sanitizeAhead,
    onWrite: ({ path }: PlatformRequest) => reads.forget(path?.spaceId),
  };
  const common = {
    ...{ surface, scope, reads, stateKey, resultLinks },
    usedConfirmations: usedConfirmationsHere(),
    observer: UNOBSERVED,
  };
  if (platform.kind === 'service') {
    const client = createClient({ ...shared, baseUrl: platform.url });
    return {
      dependencies: {
        ...common,
        client,
        instructions: (toolsets) => serverInstructions({ toolsets }),
      },
      token: async () => token ?? '',
      close: () => client.close(),
    };
  }
  const { data, adminToken, profile } = platform;
  let running: RunningPlatform | undefined;
  const embedded = once(async () => {
    running = await startEmbedded({ data, token: adminToken, profile });
    return running;
  });
  const client = createClient({ ...shared, baseUrl: async () => (await embedded()).url });
  return {
    dependencies: {
      ...common,
      client,
      instructions: (toolsets) => serverInstructions({ toolsets, embedded: true }),
      // If it fails to start, every call reports that.
      onListed: () => void embedded().catch(() => undefined),
    },
    token: async () => (await embedded()).operatorToken ?? '',
    embedded,
    close: async () => {
      await client.close();
      if (running) return running.close();
      // Do not wait for a start that is no longer needed. If it failed, calls report why.
      embedded.started?.then((late) => late.close()).catch(() => undefined);
    },
  };
}

async function startEmbedded(options: PlatformOptions): Promise<RunningPlatform> {
  const { startPlatform } = await import('@docs-platform-mcp/platform');
  return startPlatform(options);
}
