import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

/** Packages with native parts cannot be bundled; they are the run-time dependencies. */
const EXTERNAL = ['libsql'];

/** CommonJS packages in an ES module bundle call `require` for Node's own modules and ask where they are. */
const REQUIRE_SHIM =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);const __dirname = import.meta.dirname;";

await rm('dist', { recursive: true, force: true });
const { metafile } = await build({
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
  legalComments: 'none',
  chunkNames: '[name]-[hash]',
  banner: { js: REQUIRE_SHIM },
  logLevel: 'warning',
  metafile: true,
});
await cp('src/platform/seed/content', 'dist/content', { recursive: true });
// Read at run time from beside the code.
await cp('src/platform/web/parts/style.css', 'dist/style.css');
await cp('node_modules/dejavu-fonts-ttf/ttf', 'dist/fonts', {
  recursive: true,
  filter: (path) => /(ttf\/ttf|DejaVuSans(Mono)?(-Bold)?(-?Oblique)?\.ttf)$/.test(path),
});
await cp('node_modules/@seriousme/openapi-schema-validator/schemas', 'dist/schemas', {
  recursive: true,
});
await writeFile('dist/THIRD-PARTY-LICENSES.txt', await licences(Object.keys(metafile.inputs)));

/** The licence texts of all packages of which something is in the bundle, as those licences ask for. */
async function licences(inputs: readonly string[]): Promise<string> {
  const folders = inputs.flatMap(
    (path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  const notices = [...new Set(folders)].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? await readFile(`${folder}/${file}`, 'utf8') : '';
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return (await Promise.all(notices)).join(`\n${'-'.repeat(72)}\n\n`);
}
