// Installs the dependencies if they are missing or older than the lock file, so the commands of the README work on a
// fresh clone. With --demo, on a fresh clone, it installs only what the build and the demo need; every other command
// installs the rest. Plain JavaScript, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const windows = process.platform === 'win32';
/** Marks an incomplete installation. */
const PARTIAL = join(root, 'node_modules/.demo-only');
const WORKSPACES = ['', 'platform', 'markdown'];

/** Packages that only checks and tests need; the demo needs all others. */
const LATER = [
  ...[/^@biomejs\//, /^knip$/, /^typescript$/, /^@types\//, /^scslre$/, /^vitest$/, /^fast-check$/],
  ...[/json-schema-to-zod$/, /^@google\/genai$/, /^@langchain\//, /^openai$/, /^ajv/, /^acorn$/],
  ...[/^gitbook-api-/, /^kubernetes-models$/, /lezer/, /^selfsigned$/, /^dockerfile-utils$/],
  ...[/^@modelcontextprotocol\/(sdk|conformance)$/, /^playwright-core$/, /^axe-core$/, /^unpdf$/],
];

const changed = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const isStale = changed('node_modules/.package-lock.json') < changed('package-lock.json');
const forDemo = process.argv.includes('--demo');

if (forDemo && !windows && !existsSync(join(root, 'node_modules'))) installForDemo();
else if (isStale || (!forDemo && existsSync(PARTIAL))) install(root);

function install(folder) {
  const { status } = spawnSync(
    windows ? 'npm.cmd' : 'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    { cwd: folder, stdio: ['ignore', 2, 2], shell: windows },
  );
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs in another folder from manifests with fewer dependencies, and moves the result into place. */
function installForDemo() {
  const staged = join(root, 'build/install');
  rmSync(staged, { recursive: true, force: true });
  for (const workspace of WORKSPACES) {
    const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
    const { devDependencies = {} } = manifest;
    const kept = Object.entries(devDependencies).filter(
      ([name]) => !LATER.some((pattern) => pattern.test(name)),
    );
    const path = join(staged, workspace, 'package.json');
    mkdirSync(dirname(path), { recursive: true });
    const less = { ...manifest, devDependencies: Object.fromEntries(kept) };
    writeFileSync(path, JSON.stringify(less, null, 2));
  }
  cpSync(join(root, 'package-lock.json'), join(staged, 'package-lock.json'));
  install(staged);
  writeFileSync(join(staged, 'node_modules/.demo-only'), '');
  for (const workspace of WORKSPACES) {
    const installed = join(staged, workspace, 'node_modules');
    if (existsSync(installed)) renameSync(installed, join(root, workspace, 'node_modules'));
  }
  rmSync(staged, { recursive: true });
}
