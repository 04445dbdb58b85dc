// Packs the built program as a bundle for Claude Desktop: docs-platform-mcp.mcpb, in build or in the given folder.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

const PACKER = '@anthropic-ai/mcpb@2.1.2';
const [OUT = 'build'] = process.argv.slice(2);
const FOLDER = join(OUT, 'mcpb');
const BUNDLE = join(OUT, `${manifest.name}.mcpb`);

const { name, version, type, license } = manifest;

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
await cp('mcpb/manifest.json', join(FOLDER, 'manifest.json'));
await cp('dist', join(FOLDER, 'dist'), { recursive: true });
await cp('LICENSE', join(FOLDER, 'LICENSE'));
await writeFile(
  join(FOLDER, 'package.json'),
  JSON.stringify({ name, version, type, license }, null, 2),
);
for (const dependency of driverPackages('libsql')) {
  await cp(`node_modules/${dependency}`, join(FOLDER, 'node_modules', dependency), {
    recursive: true,
  });
}
const packed = spawnSync('npx', ['--yes', PACKER, 'pack', FOLDER, BUNDLE], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = packed.status ?? 1;

/** A package and those of its dependencies that are installed on this system. */
function driverPackages(root: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(root)) return found;
  const require = createRequire(import.meta.url);
  let needs: { dependencies?: object; optionalDependencies?: object };
  try {
    needs = require(`../node_modules/${root}/package.json`);
  } catch {
    return found;
  }
  found.add(root);
  const { dependencies, optionalDependencies } = needs;
  for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) {
    driverPackages(next, found);
  }
  return found;
}
