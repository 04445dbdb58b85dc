#!/usr/bin/env node
// What starts the program: it has to be read and run by versions of Node that cannot load the rest.
export {};

/** The rest, beside this file once it is built. */
const MAIN = './main.js';

const { node, bun, deno } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
const isEnough = major > 21 || (major === 21 && minor >= 7) || (major === 20 && minor >= 19);

// Bun and Deno say what version of Node they are like, which tells nothing of what they have.
if (isEnough || bun !== undefined || deno !== undefined) {
  await import(MAIN);
} else {
  process.stderr.write(
    `docs-platform-mcp needs Node 20.19 or newer, and this is ${node} (${process.execPath}). Install a newer one, or name it in the configuration of your host as the command.\n`,
  );
  process.exitCode = 1;
}
