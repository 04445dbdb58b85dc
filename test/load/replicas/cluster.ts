import { once } from 'node:events';
import { type RunningServe, serveHttp } from '../../support/program.ts';
import { type RunningRedis, redisProgram, startRedis } from '../../support/redis.ts';
import { nginxProgram, type RunningNginx, startNginx } from './nginx.ts';

/** Whether this machine has the programs for a cluster. */
export const CAN_CLUSTER = nginxProgram !== undefined && redisProgram !== undefined;

/** The public name of the replicas, besides those of loopback. */
export const PUBLIC_HOST = 'docs-mcp.example.com';

export interface Replica extends RunningServe {
  /** Host and port, as nginx logs them. */
  address: string;
}

/** Replicas that share a Redis server and a sealing key, behind nginx. */
export interface Cluster {
  /** Address of nginx's MCP endpoint. */
  url: string;
  nginx: RunningNginx;
  replicas: Replica[];
  /** Kills a replica as if its machine had failed; resolves when nothing is left of it. */
  kill(index: number): Promise<void>;
  /** Starts a replica in place of one that is gone. */
  replace(index: number, ...args: string[]): Promise<void>;
  close(): Promise<void>;
}

/** Options of each replica. */
export interface ReplicaOptions {
  platform: string;
  args: string[];
}

export async function startCluster(options: readonly ReplicaOptions[]): Promise<Cluster> {
  const redis = await startRedis();
  const start = (index: number, ...more: string[]) => {
    const { platform, args } = options[index] as ReplicaOptions;
    return startReplica(redis, platform, [...args, ...more]);
  };
  const replicas = await Promise.all(options.map((_, index) => start(index)));
  const nginx = await startNginx(replicas.map(({ address }) => address));
  return {
    url: nginx.url,
    nginx,
    replicas,
    kill: async (index) => {
      const child = replicas[index]?.child;
      if (!child) throw new Error(`There is no replica ${index}`);
      const gone = once(child, 'close');
      child.kill('SIGKILL');
      await gone;
    },
    replace: async (index, ...args) => {
      const { port } = new URL(replicas[index]?.url ?? '');
      replicas[index] = await start(index, '--port', port, ...args);
    },
    close: async () => {
      await nginx.stop();
      const left = replicas.filter(({ child }) => child.signalCode === null);
      await Promise.all(left.map((replica) => replica.stop()));
      await redis.stop();
    },
  };
}

async function startReplica(
  redis: RunningRedis,
  platform: string,
  args: string[],
): Promise<Replica> {
  const running = await serveHttp(['--allow-host', PUBLIC_HOST, ...args], {
    DOCS_PLATFORM_URL: platform,
    DOCS_PLATFORM_REDIS_URL: redis.url,
    DOCS_PLATFORM_STATE_KEY: 'what-all-replicas-share-to-seal-with',
  });
  return { ...running, address: new URL(running.url).host };
}
