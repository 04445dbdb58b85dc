import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy to the platform that can hold back the answer to a write. */
export interface HoldingProxy {
  url: string;
  /** Resolves when the platform has completed the next write, whose answer never arrives. */
  holdNextWrite(): Promise<void>;
  close(): Promise<void>;
}

/** POST requests that write nothing: questions. */
function writes(method = 'GET', url = ''): boolean {
  return method !== 'GET' && !/\/ask(\?|$)/.test(url);
}

export async function startGate(platform: string): Promise<HoldingProxy> {
  let hold: (() => void) | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request(new URL(url ?? '', platform), { method, headers }, (answer) => {
      if (hold && writes(method, url)) {
        hold();
        hold = undefined;
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
    onward.on('error', () => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    holdNextWrite: () =>
      new Promise((resolve) => {
        hold = resolve;
      }),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
