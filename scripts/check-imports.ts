// Keeps the arrows of the architecture: which folder may import which, and where each package is at home.
// Prints every import that crosses, and exits 1 if there is one.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');
const MARKDOWN = '@docs-platform-mcp/markdown';
const PLATFORM = '@docs-platform-mcp/platform';

/** What each folder may import besides itself. Files directly in src tie the folders together. */
const FOLDERS: Record<string, readonly string[]> = {
  client: ['text'],
  text: [],
  operations: ['client', 'text'],
  content: ['operations'],
  uris: ['text'],
  tools: ['client', 'operations', 'content', 'text', 'uris'],
  resources: ['client', 'operations', 'content', 'text', 'uris'],
  prompts: ['uris'],
  completion: ['client', 'operations', 'content', 'uris', 'resources'],
  server: [
    ...['client', 'operations', 'text', 'uris', 'tools', 'resources', 'prompts', 'completion'],
    'version.ts',
  ],
  config: ['operations', 'tools', 'server'],
  commands: [
    ...['client', 'operations', 'text', 'tools', 'resources', 'server', 'config'],
    ...['connect.ts', 'once.ts', 'version.ts'],
  ],
};

/** Packages that only some folders may import, by the start of their name. */
const HOMES: Record<string, readonly string[]> = {
  '@modelcontextprotocol/': ['server'],
  undici: ['client'],
  libsql: [],
  [PLATFORM]: ['connect.ts', 'commands', 'config'],
};

/** What of this repository the other packages may import besides themselves. */
const PACKAGES: Record<string, readonly string[]> = { markdown: [], platform: [MARKDOWN] };

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;

function crossings(file: string): string[] {
  const folder = topLevel(file);
  return specifiers(join(SRC, file))
    .filter((specifier) => !mayImport(folder, file, specifier))
    .map((specifier) => `src/${file} must not import ${specifier}`);
}

function mayImport(folder: string, file: string, specifier: string): boolean {
  const allowed = FOLDERS[folder];
  if (!specifier.startsWith('.')) {
    const home = Object.entries(HOMES).find(([name]) => specifier.startsWith(name))?.[1];
    return home === undefined || home.includes(folder);
  }
  const target = topLevel(relative(SRC, join(SRC, dirname(file), specifier)));
  return allowed === undefined || target === folder || allowed.includes(target);
}

/** Imports of a package's own source that lead out of it, but to the packages it may import. */
function wayOut(name: string): string[] {
  const root = join(ROOT, name, 'src');
  return sources(root).flatMap((file) =>
    specifiers(join(root, file))
      .filter((specifier) =>
        specifier.startsWith('.')
          ? relative(root, join(root, dirname(file), specifier)).startsWith('..')
          : specifier.startsWith('@docs-platform-mcp/') && !PACKAGES[name]?.includes(specifier),
      )
      .map((specifier) => `${name}/src/${file} must not import ${specifier}`),
  );
}

function topLevel(path: string): string {
  return path.split(sep)[0] as string;
}

function specifiers(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  return [...source.matchAll(SPECIFIER)].map(([, specifier]) => specifier as string);
}

function sources(root: string): string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts'));
}

const files = sources(SRC);
const unknown = [...new Set(files.map(topLevel))].filter(
  (name) => !name.endsWith('.ts') && !(name in FOLDERS),
);
const problems = [
  ...unknown.map((name) => `src/${name} has no entry in scripts/check-imports.ts`),
  ...files.flatMap(crossings),
  ...Object.keys(PACKAGES).flatMap(wayOut),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
