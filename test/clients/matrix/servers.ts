import { startPlatform } from '@docs-platform-mcp/platform';
import { serveHttp } from '../../support/program.ts';
import type { Servers } from './run.ts';

/** The built program over HTTP, and the platform with demonstration content behind it. */
export async function startServers(): Promise<Servers & { close(): Promise<void> }> {
  const platform = await startPlatform({});
  const server = await serveHttp(['--confirm', 'never'], { DOCS_PLATFORM_URL: platform.url });
  return {
    url: server.url,
    platformUrl: platform.url,
    token: 'demo-admin-token',
    close: async () => {
      await server.stop();
      await platform.close();
    },
  };
}
