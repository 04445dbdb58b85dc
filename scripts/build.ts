import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from './bundle.ts';
import { writeOpening } from './opening.ts';
import { startTogether } from './start-together.ts';

await rm('dist', { recursive: true, force: true });
/** Not code, and yet given on: its licence asks to be told too. */
const FONTS = 'node_modules/dejavu-fonts-ttf/ttf';

const ENTRY = 'src/cli.ts';
const options = { ...bundleOptions, entryPoints: { main: ENTRY }, outdir: 'dist' };
const { metafile } = await build({
  ...options,
  plugins: [...options.plugins, await startTogether(options, ENTRY)],
  metafile: true,
});
// Worker threads are programs of their own.
const threads = await build({
  ...bundleOptions,
  entryPoints: {
    'platform-tasks': 'platform/src/tasks.ts',
    'text-tasks': 'src/text/tasks.ts',
    'entry/worker': 'node_modules/tinypool/dist/entry/worker.js',
  },
  outdir: 'dist',
  metafile: true,
});
// In a file of its own, without what old versions of Node cannot read.
await build({
  entryPoints: { cli: 'src/entry.ts' },
  outdir: 'dist',
  format: 'esm',
  target: 'node18',
  legalComments: 'none',
});
await cp('platform/src/seed/content', 'dist/content', { recursive: true });
// Read at run time from beside the code.
await cp('platform/src/web/parts/style.css', 'dist/style.css');
await cp('node_modules/dejavu-fonts-ttf/ttf', 'dist/fonts', {
  recursive: true,
  filter: (path) =>
    extname(path) === '' || /^DejaVuSans(Mono)?(-Bold)?(-?Oblique)?\.ttf$/.test(basename(path)),
});
await cp('node_modules/dejavu-fonts-ttf/LICENSE', 'dist/fonts/LICENSE');
await cp('node_modules/@seriousme/openapi-schema-validator/schemas', 'dist/schemas', {
  recursive: true,
});
await writeOpening('dist');
await writeFile(
  'dist/THIRD-PARTY-LICENSES.txt',
  await licences([...Object.keys(metafile.inputs), ...Object.keys(threads.metafile.inputs), FONTS]),
);

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
