// Prints the differences between a published version of the API and the operations here: `npm run contract:diff
// VERSION`. A version that is not installed is downloaded from the npm registry to a temporary folder.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allOperations } from '../src/operations/index.ts';
import { compare, type Differences } from './api-diff/compare.ts';
import { CURRENT, installed, type Json, readDescription } from './published.ts';

const VERSION = /^(\d+\.\d+\.\d+|latest)$/;

function describe(version: string): Json {
  const file = installed(version);
  return existsSync(file) ? readDescription(file) : download(version);
}

function download(version: string): Json {
  const folder = mkdtempSync(join(tmpdir(), 'api-description-'));
  try {
    const packed = execFileSync('npm', ['pack', '--silent', `@gitbook/api@${version}`], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      // On Windows npm is a command file, which only a shell can start.
      shell: process.platform === 'win32',
    });
    const member = 'package/spec/openapi.json';
    execFileSync('tar', ['-xzf', packed.trim(), member], { cwd: folder });
    return readDescription(join(folder, member));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report({ added, removed, changed }: Differences): string {
  return [
    ...section('Added', added),
    ...section('Removed', removed),
    ...section(
      'Changed',
      changed.map(({ tool, route, changes }) =>
        [`${tool}: ${route}`, ...changes.map((change) => `  ${change}`)].join('\n  '),
      ),
    ),
  ].join('\n');
}

const section = (title: string, lines: readonly string[]) => [
  `${title} (${lines.length})`,
  ...lines.map((line) => `  ${line}`),
];

const [version = ''] = process.argv.slice(2);
if (VERSION.test(version)) {
  console.log(`@gitbook/api ${version} against the operations here, made from ${CURRENT}\n`);
  console.log(
    report(compare(describe(version), readDescription(installed(CURRENT)), allOperations)),
  );
} else {
  console.error('Name a version of @gitbook/api: npm run contract:diff 0.202.0 (or latest)');
  process.exitCode = 2;
}
