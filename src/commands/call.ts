import type { Command } from 'commander';
import { ConfigError, type ConfigFlags, readConfig } from '../config/server.ts';
import { NAME } from '../version.ts';
import { withSafetyOptions } from './options.ts';
import { print, progressLine } from './output.ts';

/** Adds `call`. */
export function addCall(program: Command): void {
  withSafetyOptions(program.command('call'))
    .description('call one tool and print its result')
    .argument('<tool>', 'name of the tool')
    .argument('[arguments]', 'its arguments as a JSON object', '{}')
    .action(call);
}

/** A person typed this call in a shell, so every tool is available and nothing asks for confirmation. */
async function call(tool: string, json: string, flags: ConfigFlags): Promise<void> {
  const args = parseArguments(json);
  const config = readConfig(process.env, { ...flags, toolsets: ['all'], confirm: 'never' });
  const { connect } = await import('../connect.ts');
  const connection = connect(config);
  try {
    const { client, surface } = connection.dependencies;
    const line = progressLine(process.stderr);
    const onProgress = async (done: number, message: string, total?: number) =>
      line.show(`${message}${total === undefined ? '' : ` (${done} of ${total})`}`);
    const token = await connection.token();
    const outcome = await surface
      .call(tool, args, { client, token, onProgress })
      .finally(() => line.clear());
    if (!outcome || 'question' in outcome) {
      throw new ConfigError(`No tool is named ${tool}; "${NAME} tools" lists them all.`);
    }
    print(outcome.text);
    if (outcome.isError) process.exitCode = 1;
  } finally {
    await connection.close();
  }
}

function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new ConfigError(`The arguments are not JSON: ${(error as Error).message}`);
  }
}
