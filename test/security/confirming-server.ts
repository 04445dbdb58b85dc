import { afterAll, beforeAll, beforeEach } from 'vitest';
import { linkedHttp } from '../support/linked.ts';
import type { Served } from '../support/program.ts';
import { type Round, type RoundOptions, round } from '../support/rounds.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

/** A server for the tests of one file, and the platform behind it. */
export interface ConfirmingServer {
  upstream: Upstream;
  round: (args: object, options?: RoundOptions) => Promise<Round | undefined>;
  /** The writes since the last call of this, as method and path. */
  writes: () => string[];
  /** The platform's answer to every request, until the next test. */
  target: Record<string, unknown>;
  /** Its different answers at the given paths, until the next test. */
  at: Record<string, Record<string, unknown>>;
}

export function useConfirmingServer(): ConfirmingServer {
  let upstream: Upstream;
  let server: Served;

  const used: ConfirmingServer = {
    get upstream() {
      return upstream;
    },
    round: (args, options) => round(server.url, args, options),
    writes: () =>
      upstream.received
        .splice(0)
        .filter(({ method }) => method !== 'GET')
        .map(({ method, url }) => `${method} ${url}`),
    target: {},
    at: {},
  };

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.answer(({ url }, response) => {
      const [path = ''] = url.split('?');
      response.writeHead(200, { 'content-type': 'application/json' });
      // Lists are empty, and all is of one organization, unless a test says otherwise.
      const nothing = { items: [], pages: [], files: [], organization: 'o1' };
      response.end(JSON.stringify({ ...nothing, ...(used.at[path] ?? used.target) }));
    });
    server = await linkedHttp(['--toolsets', 'all'], { DOCS_PLATFORM_URL: upstream.url });
  });

  beforeEach(() => {
    used.target = { id: 'c1', title: 'Handbook', revision: 'r1' };
    used.at = {};
    upstream.received.length = 0;
  });

  afterAll(async () => {
    await server.stop();
    await upstream.close();
  });

  return used;
}
