import type { Command } from 'commander';
import { operations } from '../operations/index.ts';
import { tools } from '../tools/index.ts';
import { print } from './output.ts';

/** Adds `tools`. */
export function addTools(program: Command): void {
  program
    .command('tools')
    .description('print the catalogue of tools')
    .option('--json', 'as a JSON array')
    .action(({ json }: { json?: true }) => print(json ? catalogueJson() : catalogueText()));
}

function catalogueJson(): string {
  const catalogue = operations.map(({ tool, id, method, pathTemplate, toolset, effect }) => ({
    tool,
    operation: id,
    method,
    path: pathTemplate,
    toolset,
    effect,
  }));
  return JSON.stringify(catalogue, null, 2);
}

function catalogueText(): string {
  const width = Math.max(...tools.map(({ name }) => name.length));
  return tools.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`).join('\n');
}
