// Builds dist. With --release, as the package is published: as small as possible.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, transform } from 'esbuild';
import { newestSchema } from '../platform/src/database.ts';
import { prebuild } from '../platform/src/seed/prebuilt.ts';
import { CODECS } from '../src/pictures/codecs.ts';
import { buildApp } from './build-app.ts';
import { compressed } from './bundle/compress.ts';
import { FONTS, fontArchive } from './bundle/fonts.ts';
import { inLess, tokenTable } from './bundle/in-less.ts';
import { bundleOptions, dropUnusedShims } from './bundle.ts';
import { writePrebuilt } from './prebuilt.ts';
import { startTogether } from './start-together.ts';

/** A line of a licence that names the owners. */
const COPYRIGHT = /^\s*(?:copyright (?:\(c\)|©|\d)|\(c\) )/i;

const OUT = 'dist';
const ENTRY = 'src/cli.ts';
/** Files with types only, and their names in the package. */
const TYPES = { 'public.ts': 'index.d.ts', 'names.ts': 'names.d.ts' };

const { release } = parseArgs({ options: { release: { type: 'boolean', default: false } } }).values;

await rm(OUT, { recursive: true, force: true });
const options = {
  ...bundleOptions,
  plugins: [...bundleOptions.plugins, inLess],
  minifyIdentifiers: true,
  // Prefer the ES modules of packages that have both, because unused exports can be dropped.
  mainFields: ['module', 'main'],
  // Node prints the source line of an uncaught error.
  lineLimit: 2_000,
  entryPoints: { main: ENTRY, index: 'src/library/index.ts' },
  outdir: OUT,
};
const { metafile } = await build({
  ...options,
  entryPoints: {
    ...options.entryPoints,
    // Worker threads are separate programs.
    'platform-tasks': 'platform/src/tasks.ts',
    'platform-checkpoints': 'platform/src/store/checkpoint-thread.ts',
    'text-tasks': 'src/text/tasks.ts',
    'content-tasks': 'src/content/tasks.ts',
    'tool-tasks': 'src/tools/jobs/tasks.ts',
    'result-tasks': 'src/tools/large/tasks.ts',
    'resource-tasks': 'src/resources/tasks.ts',
    'picture-tasks': 'src/pictures/tasks.ts',
    'entry/worker': 'node_modules/tinypool/dist/entry/worker.js',
  },
  plugins: [...options.plugins, await startTogether(options, ENTRY)],
  metafile: true,
});
await dropUnusedShims(Object.keys(metafile.outputs));
// A separate file, without syntax that old versions of Node cannot parse.
await build({
  entryPoints: { cli: 'src/entry.ts' },
  outdir: OUT,
  format: 'esm',
  target: 'node18',
  legalComments: 'none',
});
// Files that the program reads at run time from its own folder.
const style = await readFile('platform/src/web/parts/style.css', 'utf8');
const { code: smallStyle } = await transform(style, { loader: 'css', minify: true });
await writeFile(join(OUT, 'style.css'), smallStyle);
for (const version of ['v2.0', 'v3.0', 'v3.1', 'v3.2']) {
  const schema = join('schemas', version, 'schema.json');
  const text = await readFile(join('node_modules/@seriousme/openapi-schema-validator', schema));
  await mkdir(join(OUT, 'schemas', version), { recursive: true });
  await writeFile(join(OUT, schema), JSON.stringify(JSON.parse(text.toString())));
}
for (const [name, path] of Object.entries(CODECS)) {
  const codec = await readFile(join('node_modules', path));
  await writeFile(join(OUT, name), compressed(codec, release));
}
const [tokensName, tokens] = tokenTable(release);
await writeFile(join(OUT, tokensName), tokens);
await writeFile(join(OUT, 'fonts.zip.br'), await fontArchive(release));
await writeFile(join(OUT, 'schema.sql'), newestSchema());
const demonstration = prebuild();
await writeFile(
  join(OUT, 'demo.json.br'),
  compressed(Buffer.from(JSON.stringify(demonstration)), release),
);
const app = await buildApp(OUT, release);
await writePrebuilt(OUT);
for (const [from, to] of Object.entries(TYPES)) {
  const types = await readFile(join('src/library', from), 'utf8');
  await writeFile(join(OUT, to), types.replaceAll(".ts';", ".js';"));
}
// The fonts are redistributed too, so their licence must be included.
const notices = await licences([...Object.keys(metafile.inputs), ...app, `${FONTS}/`]);
await writeFile(join(OUT, 'THIRD-PARTY-LICENSES.txt'), notices);

/** What may differ between copies of one licence: spaces, quotation marks, and its name above the text. */
function comparable(text: string): string {
  return text
    .replaceAll(/[\s"“”'*]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/^(?:the )?\(?(?:mit|isc)(?: license)?(?: \(mit\))?\)?[:.]? /, '');
}

/** The licence texts of all bundled packages with their owners, as those licences require; each text once. */
async function licences(inputs: readonly string[]): Promise<string> {
  const folders = inputs.flatMap(
    (path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  );
  const byText = new Map<string, { text: string; packages: string[] }>();
  for (const folder of [...new Set(folders)].sort()) {
    const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const lines = file ? (await readFile(`${folder}/${file}`, 'utf8')).split('\n') : [];
    const owners = lines.filter((line) => COPYRIGHT.test(line)).map((line) => line.trim());
    const text = lines
      .filter((line) => !COPYRIGHT.test(line))
      .join('\n')
      .trim();
    const same = byText.get(comparable(text)) ?? { text, packages: [] };
    same.packages.push([`${name} ${version} (${license})`, ...owners].join('\n'));
    byText.set(comparable(text), same);
  }
  // Texts of the same licence are about as long; side by side, they compress better.
  const sorted = [...byText.values()].sort((one, other) => one.text.length - other.text.length);
  const notices = sorted.map(({ text, packages }) => `${packages.join('\n\n')}\n\n${text}\n`);
  return notices.join(`\n${'-'.repeat(72)}\n\n`);
}
