import { describe } from 'vitest';
import { linkedClient } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import { ALLOWED, OPTIONS, ORGANIZATION, TOKEN, testReads } from './forbidden-reads.ts';

const [generation] = linkedClient('2025');

const LIMITS = ['--rate-limit', '100000', '--rate-limit-per-address', '100000'];
const SCOPE = ['--organization', ORGANIZATION, '--space', ALLOWED];

describe('what a server with a pinned organization and space must not reach is not told over HTTP', () => {
  testReads(async (url) => {
    const env = { DOCS_PLATFORM_URL: url };
    const server = await linkedHttp([...OPTIONS, ...LIMITS, ...SCOPE], env);
    const connection = await generation.http(server.url, TOKEN);
    const close = async () => {
      await connection.close();
      await server.stop();
    };
    return { connection, close };
  });
});
