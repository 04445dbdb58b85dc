import { type ApplyOutcome, commandText } from './apply.ts';
import { maskedDiff } from './difference.ts';
import type { Host } from './host.ts';
import type { Machine } from './machine.ts';
import { type HostPlan, shortPath } from './plan.ts';
import { type ServerEntry, TOKEN_VARIABLE } from './server-entry.ts';

/** A preview of a plan, for a person. */
export function previewOf(plan: HostPlan, secrets: readonly string[], machine: Machine): string {
  const { host } = plan;
  if (plan.kind === 'refused') return `${host.name}: not possible. ${plan.reason}`;
  if (plan.kind === 'unchanged') {
    return `${host.name}: nothing to do in ${shortPath(plan.file, machine)}.`;
  }
  const { file, before, after, command } = plan;
  const how = command
    ? `runs ${commandText(plan)}`
    : before === undefined
      ? `creates ${shortPath(file, machine)}`
      : `changes ${shortPath(file, machine)}`;
  const shown = maskedDiff(shortPath(file, machine), before ?? '', after, secrets);
  return `${host.name}: ${how}\n${shown}`;
}

/** The outcome in one host. */
export function outcomeText(plan: HostPlan, outcome: ApplyOutcome, machine: Machine): string {
  const { name } = plan.host;
  const file = plan.kind === 'refused' ? '' : shortPath(plan.file, machine);
  switch (outcome.kind) {
    case 'refused':
      return `${name}: not done. ${outcome.reason}`;
    case 'failed':
      return `${name}: failed. ${outcome.reason}`;
    case 'unchanged':
      return `${name}: nothing to do in ${file}.`;
    case 'commanded':
      return `${name}: ran ${outcome.command}`;
    case 'written': {
      const copy = outcome.backup
        ? `; ${shortPath(outcome.backup, machine)} is a copy of the former file`
        : '';
      const instead = outcome.instead ? ` ${outcome.instead}` : '';
      return `${name}: wrote ${file}${copy}.${instead}`;
    }
  }
}

/** Where the token comes from, and what is left to do for that. */
export function tokenText({ token, reach }: ServerEntry): string {
  switch (token.kind) {
    case 'variable':
      return `No token was written down. The hosts read ${TOKEN_VARIABLE} from the environment in which they start: set it there.`;
    case 'input':
      return 'No token was written down. The host asks for it when the server starts, and keeps it.';
    case 'stored':
      return "The token is in the host's own file, which only you should be able to read.";
    case 'none':
      return reach.kind === 'http'
        ? 'No token is sent. If the server requires one, the host signs you in, or set the server up with --token variable.'
        : 'No token: the server starts on the embedded platform, with demonstration content. Use --token variable for your own documentation.';
  }
}

export function nextSteps(hosts: readonly Host[]): string {
  return hosts.map(({ name, next }) => `${name}: ${next}`).join('\n');
}
