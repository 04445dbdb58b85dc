// Writes the files that are derived from the operations: one snapshot per tool of what a model sees
// of it, the tool table of the README, and docs/coverage.md. With --check it writes nothing and fails on a difference.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discoveryTools } from '../src/tools/discovery/tools.ts';
import { surfaceOf, tools } from '../src/tools/index.ts';
import { coverage } from './api-coverage/coverage.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SNAPSHOTS = 'test/snapshots/tools';
const TABLE = /(<!-- tools:start -->\n)[\s\S]*?(<!-- tools:end -->)/;

function snapshots(): Map<string, string> {
  return new Map(
    surfaceOf({ toolsets: ['all'] }).definitions.map((definition) => [
      join(SNAPSHOTS, `${definition.name}.json`),
      `${JSON.stringify(definition, null, 2)}\n`,
    ]),
  );
}

function readmeWithTable(): string {
  const listed = surfaceOf({ toolsets: ['all'] }).definitions.map(({ name }) => name);
  const discovery = discoveryTools(tools).filter(({ name }) => listed.includes(name));
  const all = [...discovery, ...tools];
  const sections = [...new Set(all.map(({ toolset }) => toolset))].map((toolset) => {
    const members = all.filter((tool) => tool.toolset === toolset);
    const rows = members.map(({ name, summary, effect, daily }) => {
      const shown = daily ? `**\`${name}\`**` : `\`${name}\``;
      return `| ${shown} | ${effect} | ${summary.replaceAll('|', '\\|')} |`;
    });
    return [
      `### ${toolset}`,
      '',
      '| Tool | Effect | What it does |',
      '|---|---|---|',
      ...rows,
    ].join('\n');
  });
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  return readme.replace(TABLE, (_, start, end) => `${start}${sections.join('\n\n')}\n${end}`);
}

function stale(path: string, content: string): boolean {
  const file = join(ROOT, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== content;
}

const expected = snapshots()
  .set('README.md', readmeWithTable())
  .set('docs/coverage.md', coverage());
const orphans = existsSync(join(ROOT, SNAPSHOTS))
  ? readdirSync(join(ROOT, SNAPSHOTS)).map((name) => join(SNAPSHOTS, name))
  : [];
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
