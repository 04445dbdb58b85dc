import { type ApplyOutcome, apply } from './apply.ts';
import { configFileOf } from './find.ts';
import type { Host, SetupScope } from './host.ts';
import type { Machine } from './machine.ts';
import { type HostPlan, planFor } from './plan.ts';
import { nextSteps, outcomeText, previewOf, tokenText } from './report.ts';
import type { ServerEntry } from './server-entry.ts';

export { type Choices, checkName, entryOf, hostsNamed } from './choices.ts';
export { entriesOf, type FoundEntry, findHosts } from './find.ts';
export { type Host, SCOPES, type SetupScope } from './host.ts';
export { HOSTS } from './hosts.ts';
export { type Machine, thisMachine } from './machine.ts';
export { shortPath } from './plan.ts';
export { findProgram, runProgram } from './programs.ts';
export { type ServerProgram, TOKEN_KINDS, TOKEN_VARIABLE } from './server-entry.ts';

/** What to add to which hosts; without an entry the server is removed. */
export interface SetupTask {
  hosts: readonly Host[];
  scopes: readonly SetupScope[];
  name: string;
  entry?: ServerEntry;
}

/** The plans of a task. Changes nothing yet. */
export function plansOf({ hosts, scopes, name, entry }: SetupTask, machine: Machine): HostPlan[] {
  return hosts.flatMap((host) => {
    const files = scopes.map((scope) => configFileOf(host, scope, machine));
    return scopes
      .filter((_, index) => entry || isNew(files, index))
      .map((scope) => planFor({ host, scope, name, entry }, machine));
  });
}

/** Whether a file exists and differs from the earlier ones, because a home folder may be the root of a project. */
function isNew(files: readonly (string | undefined)[], index: number): boolean {
  return files[index] !== undefined && files.indexOf(files[index]) === index;
}

/** The plans in readable form. */
export function previewText(
  plans: readonly HostPlan[],
  { entry }: SetupTask,
  machine: Machine,
): string {
  return plans.map((plan) => previewOf(plan, secretsOf(entry), machine)).join('\n\n');
}

export interface AppliedPlan {
  text: string;
  /** Whether every host is as requested. */
  ok: boolean;
}

/**
 * Carries out plans, one host after the other. A failure in one host does not stop the others. Calls `onTurn` before
 * each host, since some take seconds.
 */
export async function applyPlans(
  plans: readonly HostPlan[],
  task: SetupTask,
  machine: Machine,
  onTurn: (host: Host, turn: number) => void,
): Promise<AppliedPlan> {
  const done: { plan: HostPlan; outcome: ApplyOutcome }[] = [];
  for (const [index, plan] of plans.entries()) {
    onTurn(plan.host, index + 1);
    done.push({ plan, outcome: await apply(plan, machine) });
  }
  const changed = done.filter(({ outcome }) => ['written', 'commanded'].includes(outcome.kind));
  const { entry } = task;
  const parts = [
    done.map(({ plan, outcome }) => outcomeText(plan, outcome, machine)).join('\n'),
    ...(entry && changed.length > 0
      ? [tokenText(entry), nextSteps(changed.map(({ plan }) => plan.host))]
      : []),
  ];
  const text = secretsOf(entry).reduce(
    (shown, secret) => shown.replaceAll(secret, '…'),
    parts.join('\n\n'),
  );
  return { text, ok: done.every(({ outcome }) => !['refused', 'failed'].includes(outcome.kind)) };
}

function secretsOf(entry: ServerEntry | undefined): string[] {
  return entry?.token.kind === 'stored' ? [entry.token.token] : [];
}
