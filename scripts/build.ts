import { cp, rm } from 'node:fs/promises';
import { build } from 'esbuild';

/** Packages with native parts cannot be bundled; they are the run-time dependencies. */
const EXTERNAL = ['libsql'];

/** CommonJS packages in an ES module bundle call `require` for Node's own modules. */
const REQUIRE_SHIM =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);";

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: { cli: 'src/cli.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: EXTERNAL,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  chunkNames: '[name]-[hash]',
  banner: { js: REQUIRE_SHIM },
  logLevel: 'warning',
});
await cp('src/platform/seed/content', 'dist/content', { recursive: true });
