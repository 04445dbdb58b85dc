import { type Command, Option } from 'commander';
import { parseList } from './options.ts';
import type { SetupFlags } from './run-setup.ts';

/** Adds `setup`. */
export function addSetup(program: Command): void {
  program
    .command('setup')
    .description('add this server to Claude Code, Cursor, VS Code and other hosts, or remove it')
    .option('--host <names>', 'hosts, or all that are found here', parseList)
    .option('--scope <scope>', 'user, or project: the current folder (default: user)')
    .option('--url <address>', "a team's server; without it, hosts start the program here")
    .option('--platform-url <address>', 'address of the platform (default: DOCS_PLATFORM_URL)')
    .option('--toolsets <names>', 'toolsets to list: default, all, or names', parseList)
    .option('--read-only', 'offer nothing that writes')
    .option(
      '--token <source>',
      "variable: the host's DOCS_PLATFORM_TOKEN; input: the host asks; stored: in the host's file; none (default: variable if it is set here, or none)",
    )
    .option('--name <name>', 'name of the server in the hosts', 'docs-platform')
    .addOption(
      new Option(
        '--launch <how>',
        'how hosts start the program (default: as it was started here)',
      ).choices(['npx', 'node']),
    )
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--remove', 'remove the server')
    .option('-y, --yes', 'ask nothing')
    .action(async (flags: SetupFlags) => {
      const { runSetup } = await import('./run-setup.ts');
      return runSetup(flags);
    });
}
