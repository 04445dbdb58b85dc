import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/** CommonJS packages in an ES module bundle need `require` and `__dirname`. */
const REQUIRE_SHIM =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);const __dirname = import.meta.dirname;";

/** Removes the shim, which every bundled file starts with, from the files that do not use it. */
export async function dropUnusedShims(files: readonly string[]): Promise<void> {
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const text = await readFile(file, 'utf8');
    const rest = text.replace(REQUIRE_SHIM, '').trimStart();
    if (!/\b(?:require|__createRequire|__dirname)\b/.test(rest)) await writeFile(file, rest);
  }
}

/** zod's messages in forty languages are a third of what a call loads, and only one language is used. */
const englishAlone: Plugin = {
  name: 'english-alone',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    })),
};

/** The options that bundle programs so that they need no packages except those with native parts. */
export const bundleOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Packages with native parts cannot be bundled; they are the run-time dependencies.
  external: ['libsql'],
  // The bundler cannot follow how its other build loads its parts.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  chunkNames: '[name]-[hash]',
  banner: { js: REQUIRE_SHIM },
  logLevel: 'warning',
  plugins: [englishAlone],
} satisfies BuildOptions;
