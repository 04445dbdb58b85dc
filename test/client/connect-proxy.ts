import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ConnectProxy {
  url: string;
  /** Requested hosts, with their ports. */
  asked: string[];
  /** The `Proxy-Authorization` of each. */
  credentials: (string | undefined)[];
}

/** A CONNECT proxy that connects every host to `port` of loopback, or answers as given. */
export async function connectProxy(
  port: number,
  refuse?: (socket: Socket) => void,
): Promise<ConnectProxy> {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const server = createServer();
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
  };
  server.on('connect', (request, socket: Socket) => {
    keep(socket);
    asked.push(request.url ?? '');
    credentials.push(request.headers['proxy-authorization']);
    if (refuse) {
      refuse(socket);
      return;
    }
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    keep(target);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${own}`, asked, credentials };
}
