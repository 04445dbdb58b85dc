import type { Command } from 'commander';
import { print } from './output.ts';

/** Adds `tools`. */
export function addTools(program: Command): void {
  program
    .command('tools')
    .description('print the catalogue of tools')
    .option('--json', 'as a JSON array')
    .option('--strict', 'the tools listed by default, as functions of a strict mode, in JSON')
    .action(async ({ json, strict }: { json?: true; strict?: true }) =>
      print(await (strict ? strictFunctions() : json ? catalogueJson() : catalogueText())),
    );
}

/** In the form in which OpenAI's models are given functions. */
async function strictFunctions(): Promise<string> {
  const [{ surfaceOf }, { strictForm }] = await Promise.all([
    import('../tools/index.ts'),
    import('../tools/strict.ts'),
  ]);
  const functions = surfaceOf({}).definitions.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    parameters: strictForm(inputSchema),
    strict: true,
  }));
  return JSON.stringify(functions, null, 2);
}

async function catalogueJson(): Promise<string> {
  const { allOperations } = await import('../operations/index.ts');
  const catalogue = allOperations.map(({ tool, id, method, pathTemplate, toolset, effect }) => ({
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
