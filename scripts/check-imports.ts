// Checks the import rules of the architecture: which folder may import which, where each package may be used, and
// that there are no cycles. Prints every violation, and exits with 1 if there is one.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { PACKAGES, type Rules } from './import-rules.ts';
import { ROOT } from './marked.ts';

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;

/** All violations in a package. */
function problemsIn(rules: Rules): string[] {
  const { source, folders } = rules;
  const files = typeScriptIn(source);
  const imports = new Map(files.map((file) => [file, specifiers(join(ROOT, source, file))]));
  const unknown = [...new Set(files.map(topLevel))].filter(
    (name) => !name.endsWith('.ts') && !(name in folders),
  );
  return [
    ...unknown.map((name) => `${source}/${name} has no entry in scripts/import-rules.ts`),
    ...files.flatMap((file) =>
      (imports.get(file) ?? [])
        .filter((specifier) => !mayImport(rules, file, specifier))
        .map((specifier) => `${source}/${file} must not import ${specifier}`),
    ),
    ...cyclesIn(within(imports)).map((group) => `${source}: ${inCircle(group)}`),
  ];
}

function typeScriptIn(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts') && !file.includes('node_modules'));
}

function inCircle(group: readonly string[]): string {
  return `these files form an import cycle: ${group.join(', ')}`;
}

function mayImport(rules: Rules, file: string, specifier: string): boolean {
  const folder = topLevel(file);
  if (!specifier.startsWith('.')) {
    const home = Object.entries(rules.homes).find(([name]) => specifier.startsWith(name))?.[1];
    return home === undefined || home.includes(folder);
  }
  const path = targetOf(file, specifier);
  const target = topLevel(path);
  if (target === '..') return rules.outside.includes(path);
  const allowed = rules.folders[folder];
  return (
    allowed === undefined ||
    target === folder ||
    allowed.includes(target) ||
    rules.everywhere.includes(basename(path))
  );
}

/** The imports of each file within its own package. */
function within(imports: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  return new Map(
    [...imports].map(([file, specifiers]) => [
      file,
      specifiers.filter((name) => name.startsWith('.')).map((name) => targetOf(file, name)),
    ]),
  );
}

function targetOf(file: string, specifier: string): string {
  return relative('.', join(dirname(file), specifier));
}

/**
 * Groups of files that import each other in a cycle, computed from the imports of each file; none if there is no
 * cycle.
 */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];

  // Tarjan's algorithm: a file that reaches nothing opened before it closes the group opened since.
  function visit(file: string): number {
    const number = order.size;
    order.set(file, number);
    open.push(file);
    let low = number;
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === number) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group);
    }
    return low;
  }

  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return found;
}

function topLevel(path: string): string {
  return path.split(sep)[0] as string;
}

function specifiers(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  return [...source.matchAll(SPECIFIER)].map(([, specifier]) => specifier as string);
}

/** Folders outside the sources of the packages. */
const OUTSIDE = ['test', 'platform/test', 'markdown/test', 'evals', 'bench', 'scripts', 'examples'];

/** Import cycles among these files. */
function cyclesOutside(): string[] {
  const files = OUTSIDE.flatMap((folder) => typeScriptIn(folder).map((file) => join(folder, file)));
  const imports = new Map(files.map((file) => [file, specifiers(join(ROOT, file))]));
  return cyclesIn(within(imports)).map(inCircle);
}

const problems = [...PACKAGES.flatMap(problemsIn), ...cyclesOutside()];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
