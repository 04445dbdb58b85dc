import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** `http://127.0.0.1:port` */
  url: string;
  close(): void;
}

/** A web server on loopback with contents that a test sets. It does not keep the process alive. */
export async function serve(answer: RequestListener): Promise<LocalServer> {
  const server = createServer(answer).unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
