import type { Command } from 'commander';
import { print } from './output.ts';

/** Adds `tools`. */
export function addTools(program: Command): void {
  program
    .command('tools')
    .description('print the catalogue of tools')
    .option('--json', 'as a JSON array')
    .action(async ({ json }: { json?: true }) =>
      print(await (json ? catalogueJson() : catalogueText())),
    );
}

async function catalogueJson(): Promise<string> {
  const { operations } = await import('../operations/index.ts');
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

async function catalogueText(): Promise<string> {
  const { tools } = await import('../tools/index.ts');
  const width = Math.max(...tools.map(({ name }) => name.length));
  return tools.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`).join('\n');
}
