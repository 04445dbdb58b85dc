/** Sends one request to the address in its first argument, in a separate process, and prints the outcome. */
import { createRequire } from 'node:module';
import { createClient, PlatformError } from '../../src/client/index.ts';

const { cache } = createRequire(import.meta.url);
const undiciIsLoaded = () => Object.keys(cache).some((file) => /[\\/]undici[\\/]/.test(file));

const client = createClient({ baseUrl: process.argv[2] ?? '', userAgent: 'test/1.0.0' });
const loadedAtStart = undiciIsLoaded();
const outcome = await client
  .request({ route: 'GET /v1/things', effect: 'read' }, { token: 'token-of-a-test' })
  .then(
    ({ status }) => ({ status }),
    (error: unknown) => {
      if (error instanceof PlatformError) return { kind: error.kind, code: error.code };
      throw error;
    },
  );
process.stdout.write(JSON.stringify({ outcome, loadedAtStart, loadedAtEnd: undiciIsLoaded() }));
await client.close();
