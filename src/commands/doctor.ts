import type { Command, Option } from 'commander';
import { parseList, withSafetyOptions } from './options.ts';
import type { DoctorFlags } from './run-doctor.ts';

/** Adds `doctor`. */
export function addDoctor(program: Command): void {
  const doctor = program
    .command('doctor')
    .description('check everything this server needs, and say what to fix first')
    .option('--json', 'as JSON')
    .option('--online', 'ask npm for a newer version')
    .option('--url <address>', 'check a server over HTTP instead, with DOCS_PLATFORM_TOKEN');
  const own = new Set<Option>(doctor.options);
  withSafetyOptions(doctor.optionsGroup('Options of serve, to check a server with these:'))
    .option('--toolsets <names>', 'toolsets to list: default, all, or names', parseList)
    .option('--tools <names>', 'more tools to list', parseList)
    .option('--exclude-tools <names>', 'tools that cannot be called at all', parseList)
    .option('--api <service>', 'service whose tools are offered: auto, contract, current')
    .action(async (flags: DoctorFlags) => {
      const given = doctor.options
        .filter((option) => !own.has(option))
        .map((option) => ({
          name: option.long ?? '',
          value: doctor.getOptionValue(option.attributeName()),
        }))
        .filter(({ value }) => value !== undefined);
      const { runDoctor } = await import('./run-doctor.ts');
      return runDoctor(flags, given);
    });
}
