import { describe } from 'vitest';
import { linkedClient } from '../support/clients.ts';
import { ALLOWED, OPTIONS, TOKEN, testReads } from './forbidden-reads.ts';

const [generation] = linkedClient('2025');

describe('what a server with allowed spaces must not reach is not told over stdio', () => {
  testReads(async (url) => {
    const connection = await generation.stdio({
      args: [...OPTIONS, '--allow-spaces', ALLOWED],
      env: { DOCS_PLATFORM_URL: url, DOCS_PLATFORM_TOKEN: TOKEN },
    });
    return { connection, close: () => connection.close() };
  });
});
