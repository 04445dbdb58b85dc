import type { BuildOptions } from 'esbuild';

/** CommonJS packages in an ES module bundle call `require` for Node's own modules and ask where they are. */
const REQUIRE_SHIM =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);const __dirname = import.meta.dirname;";

/** How programs become files that need no package but those with native parts. */
export const bundleOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Packages with native parts cannot be bundled; they are the run-time dependencies.
  external: ['libsql'],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  chunkNames: '[name]-[hash]',
  banner: { js: REQUIRE_SHIM },
  logLevel: 'warning',
} satisfies BuildOptions;
