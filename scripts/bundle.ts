import { dirname } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/** CommonJS packages in an ES module bundle call `require` for Node's own modules and ask where they are. */
const REQUIRE_SHIM =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);const __dirname = import.meta.dirname;";

/** Messages of zod in forty languages, a third of what is loaded for a call, of which one language is ever used. */
const englishAlone: Plugin = {
  name: 'english-alone',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    })),
};

/** How programs become files that need no package but those with native parts. */
export const bundleOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Packages with native parts cannot be bundled; they are the run-time dependencies.
  external: ['libsql'],
  // Its other form loads its parts in a way in which they are not found.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  chunkNames: '[name]-[hash]',
  banner: { js: REQUIRE_SHIM },
  logLevel: 'warning',
  plugins: [englishAlone],
} satisfies BuildOptions;
