import { fileURLToPath } from 'node:url';

/** The built program; `npm test` builds it first. */
export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
