#!/usr/bin/env node
// The entry point. Versions of Node that cannot load the rest must still be able to parse and run it.
export {};

/** The built program beside this file. */
const MAIN = './main.js';

const { node, bun, deno } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
const isEnough = major > 21 || (major === 21 && minor >= 7) || (major === 20 && minor >= 19);

// Bun and Deno report a Node version for compatibility, which does not say what they support.
if (isEnough || bun !== undefined || deno !== undefined) {
  await import(MAIN);
} else {
  process.stderr.write(
    `docs-platform-mcp needs Node 20.19 or newer, and this is ${node} (${process.execPath}). Install a newer one, or name it in the configuration of your host as the command.\n`,
  );
  process.exitCode = 1;
}
