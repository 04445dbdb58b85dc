import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

/** Name of the module that represents everything loaded at startup. */
const START = 'start-together';

/**
 * Keeps the startup code in one file. The bundler groups modules by the entries that need them, which would split the
 * startup code into a dozen small files. Therefore each part that is loaded later imports all startup code, which costs
 * nothing, because that is loaded by then.
 */
export async function startTogether(options: BuildOptions, entry: string): Promise<Plugin> {
  const { metafile } = await build({ ...options, metafile: true, write: false });
  const start = modulesAtStart(metafile, entry);
  const later = Object.values(metafile.outputs)
    .flatMap(({ entryPoint = '' }) => entryPoint)
    .filter((path) => /^(platform\/)?src\//.test(path) && !start.includes(path))
    .map((path) => resolve(path));
  return {
    name: START,
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: new RegExp(`^${START}$`) }, ({ path }) => ({ path, namespace: START }));
      onLoad({ filter: /.*/, namespace: START }, () => ({
        contents: start.map((path) => `import ${JSON.stringify(resolve(path))};`).join('\n'),
        resolveDir: process.cwd(),
      }));
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!later.includes(path)) return undefined;
        const contents = `${await readFile(path, 'utf8')}\nimport '${START}';\n`;
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Paths of all modules that the entry needs before it runs, except the entry itself. */
function modulesAtStart({ outputs }: Metafile, entry: string): string[] {
  const files = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && !external) visit(path);
    }
  };
  for (const [file, { entryPoint }] of Object.entries(outputs))
    if (entryPoint === entry) visit(file);
  const modules = [...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
  return modules.filter((path) => path !== entry && !path.endsWith('.json'));
}
