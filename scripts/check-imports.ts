// Keeps the arrows of the architecture: which folder of src may import which, and which package is
// at home where. Prints every import that crosses, and exits 1 if there is one.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** What each folder may import besides itself. Files directly in src tie the folders together. */
const FOLDERS: Record<string, readonly string[]> = {
  client: [],
  text: [],
  operations: ['client'],
  content: ['operations'],
  uris: [],
  tools: ['client', 'operations', 'content', 'text', 'uris'],
  resources: ['client', 'operations', 'content', 'text', 'uris'],
  prompts: ['uris'],
  completion: ['client', 'operations', 'content', 'uris', 'resources'],
  server: [
    ...['client', 'operations', 'text', 'uris', 'tools', 'resources', 'prompts', 'completion'],
    'version.ts',
  ],
  platform: [],
  config: ['operations', 'tools', 'server', 'platform'],
  commands: [
    ...['client', 'operations', 'text', 'tools', 'resources', 'server', 'platform', 'config'],
    ...['connect.ts', 'once.ts', 'version.ts'],
  ],
};

/** Packages that only one folder may import, by the start of their name. */
const HOMES: Record<string, string> = {
  '@modelcontextprotocol/': 'server',
  undici: 'client',
  libsql: 'platform',
};

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;

function crossings(file: string): string[] {
  const source = readFileSync(join(SRC, file), 'utf8');
  const folder = topLevel(file);
  return [...source.matchAll(SPECIFIER)]
    .map(([, specifier]) => specifier as string)
    .filter((specifier) => !mayImport(folder, file, specifier))
    .map((specifier) => `src/${file} must not import ${specifier}`);
}

function mayImport(folder: string, file: string, specifier: string): boolean {
  const allowed = FOLDERS[folder];
  if (!specifier.startsWith('.')) {
    const home = Object.entries(HOMES).find(([name]) => specifier.startsWith(name))?.[1];
    return home === undefined || home === folder;
  }
  const target = topLevel(relative(SRC, join(SRC, dirname(file), specifier)));
  return allowed === undefined || target === folder || allowed.includes(target);
}

function topLevel(path: string): string {
  return path.split(sep)[0] as string;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const unknown = [...new Set(files.map(topLevel))].filter(
  (name) => !name.endsWith('.ts') && !(name in FOLDERS),
);
const problems = [
  ...unknown.map((name) => `src/${name} has no entry in scripts/check-imports.ts`),
  ...files.flatMap(crossings),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
