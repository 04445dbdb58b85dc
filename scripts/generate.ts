// Writes the files that are derived from the operations: one snapshot per tool as a model sees it, docs/coverage.md,
// and the tables of docs/tools.md, docs/resources.md, docs/prompts.md, docs/tokens.md and docs/install.md; the names
// in the library's types; the manifests and texts of all packages (scripts/packages); and, from the published
// description, the routes of the current service. With --check it writes nothing and fails on a difference.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { operations } from '../src/library/operations.ts';
import { prompts } from '../src/prompts/index.ts';
import { discoveryTools } from '../src/tools/discovery/tools.ts';
import { surfaceOf, tools } from '../src/tools/index.ts';
import type { Tool } from '../src/tools/tool.ts';
import { RESOURCE_KINDS, RESOURCE_URIS, type ResourceKind } from '../src/uris/index.ts';
import { coverage } from './api-coverage/coverage.ts';
import { installPage } from './install-page.ts';
import { pageWith, ROOT } from './marked.ts';
import { badges, packageFiles } from './packages/index.ts';
import { CURRENT, installed, publishedOperations, readDescription } from './published.ts';
import { tokenPage } from './token-costs.ts';

const SNAPSHOTS = 'test/snapshots/tools';

function snapshots(): Map<string, string> {
  return new Map(
    surfaceOf({ toolsets: ['all'] }).definitions.map((definition) => [
      join(SNAPSHOTS, `${definition.name}.json`),
      `${JSON.stringify(definition, null, 2)}\n`,
    ]),
  );
}

/** Every tool, by toolset. */
function toolsets(): Map<string, Tool[]> {
  const listed = surfaceOf({ toolsets: ['all'] }).definitions.map(({ name }) => name);
  const discovery = discoveryTools(tools).filter(({ name }) => listed.includes(name));
  const all = [...discovery, ...tools];
  const names = [...new Set(all.map(({ toolset }) => toolset))];
  return new Map(names.map((name) => [name, all.filter(({ toolset }) => toolset === name)]));
}

function toolsWithTables(): string {
  const overview = [...toolsets()].map(([name, members]) => {
    const listed = members.filter(({ byDefault }) => byDefault).map((tool) => `\`${tool.name}\``);
    return `| [${name}](#${name}) | ${members.length} | ${listed.join(', ')} |`;
  });
  const contents = ['| Toolset | Tools | Listed by default |', '|---|---|---|', ...overview];
  const sections = [...toolsets()].map(([name, members]) => {
    const rows = members.map((tool) => {
      const shown = tool.byDefault ? `**\`${tool.name}\`**` : `\`${tool.name}\``;
      return `| ${shown} | ${tool.effect} | ${tool.summary.replaceAll('|', '\\|')} |`;
    });
    const table = ['| Tool | Effect | What it does |', '|---|---|---|', ...rows];
    return `## ${name}\n\n${table.join('\n')}`;
  });
  return pageWith('docs/tools.md', 'tools', [contents.join('\n'), ...sections].join('\n\n'));
}

function resourcesWithTable(): string {
  const rows = Object.entries(RESOURCE_KINDS).map(([kind, { description, mimeType, tools }]) => {
    const names = tools.map((name) => `\`${name}\``).join(', ');
    const uri = RESOURCE_URIS[kind as ResourceKind];
    return `| \`${uri}\` | ${description} | ${mimeType ?? 'its own'} | ${names} |`;
  });
  const table = ['| URI | What it is | MIME type | Tools |', '|---|---|---|---|', ...rows];
  return pageWith('docs/resources.md', 'kinds', table.join('\n'));
}

function promptsWithTable(): string {
  const rows = prompts.map(({ name, description, arguments: args }) => {
    const names = args.map((argument) => `${argument.name}${argument.required ? '' : '?'}`);
    return `| \`${name}\` | ${description} | ${names.join(', ')} |`;
  });
  const table = ['| Prompt | What it starts | Arguments |', '|---|---|---|', ...rows];
  return pageWith('docs/prompts.md', 'prompts', table.join('\n'));
}

/** The names of the library's operations, which its types cannot derive. */
function operationNames(): string {
  const names = Object.keys(operations).map((name) => `  | '${name}'`);
  return `/** The operations of the library by their names; generated. */\nexport type OperationName =\n${names.join('\n')};\n`;
}

/** The module with the current service's routes, for the embedded platform. */
function publishedRoutes(): string {
  const routes = publishedOperations(readDescription(installed(CURRENT))).map(({ route }) => {
    return `  '${route.replace(' /', ' /v1/')}',`;
  });
  return [
    "import type { RouteText } from '../http/route.ts';",
    '',
    `/** Every route of the API as it is published in ${CURRENT}. Written by \`npm run generate\`. */`,
    'export const PUBLISHED_ROUTES: readonly RouteText[] = [',
    ...routes,
    '];',
    '',
  ].join('\n');
}

function stale(path: string, content: string): boolean {
  const file = join(ROOT, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== content;
}

const expected = new Map([...snapshots(), ...packageFiles()])
  .set('docs/tools.md', toolsWithTables())
  .set('src/library/names.ts', operationNames())
  .set('docs/coverage.md', coverage())
  .set('platform/src/routes/published-routes.ts', publishedRoutes())
  .set('docs/resources.md', resourcesWithTable())
  .set('docs/install.md', installPage())
  .set('docs/prompts.md', promptsWithTable())
  .set('docs/tokens.md', await tokenPage())
  .set('README.md', pageWith('README.md', 'badges', badges()));
/** Folders that contain only generated files. */
const GENERATED = [SNAPSHOTS, 'plugin'];
const orphans = GENERATED.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(relative(ROOT, entry.parentPath), entry.name).replaceAll('\\', '/')),
);
const differing = [
  ...[...expected].filter(([path, content]) => stale(path, content)).map(([path]) => path),
  ...orphans.filter((path) => !expected.has(path)),
];

if (process.argv.includes('--check')) {
  for (const path of differing) console.error(`${path} is out of date; run "npm run generate"`);
  process.exitCode = differing.length > 0 ? 1 : 0;
} else {
  for (const path of differing) {
    const content = expected.get(path);
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    if (content === undefined) rmSync(join(ROOT, path));
    else writeFileSync(join(ROOT, path), content);
  }
}
