import {
  EXCEPTIONS,
  EXTENSIONS,
  EXTENSIONS_NOT_OFFERED,
  IDLE,
  type ProtocolRevision,
} from './exceptions.ts';
import type { Check } from './suite.ts';

export interface Verdict {
  /** Deviations, one sentence each. */
  problems: string[];
  /** Passed checks, and justified exceptions. */
  passed: number;
  excepted: number;
}

/** Compares a run with its expected result: every scenario ran, and exactly the known exceptions failed. */
export function judge(
  revision: ProtocolRevision,
  scenarios: readonly string[],
  results: ReadonlyMap<string, readonly Check[]>,
): Verdict {
  const checks = [...results.values()].flat();
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const expected = expectedFailures(revision, scenarios);
  const unexpected = failed.filter(
    ({ scenario, check }) => !expected.delete(`${scenario} ${check}`),
  );
  const idle = scenarios.filter((name) => {
    const done = (results.get(name) ?? []).some(({ status }) => status !== 'SKIPPED');
    return !done && !(name in IDLE);
  });
  return {
    problems: [
      ...unexpected.map(({ scenario, check, message }) => `${scenario}: ${check}: ${message}`),
      ...Array.from(
        expected,
        (name) => `${name} is an exception, but does not fail: strike it out`,
      ),
      ...idle.map((name) => `${name} checked nothing: say why in IDLE`),
    ],
    passed: checks.filter(({ status }) => status === 'SUCCESS').length,
    excepted: failed.length - unexpected.length,
  };
}

/** Names in the list of exceptions that the suite does not have, and extension scenarios that no rule covers. */
export function judgeNames(all: readonly string[], checked: ReadonlySet<string>): string[] {
  const named = new Set([
    ...EXCEPTIONS.flatMap(({ checks }) => Object.keys(checks)),
    ...Object.keys(IDLE),
  ]);
  const isExtension = (name: string) =>
    EXTENSIONS_NOT_OFFERED.some((start) => name.startsWith(start));
  return [
    ...[...named]
      .filter((name) => !checked.has(name))
      .map((name) => `${name} is in the list, but no scenario of the suite`),
    ...[...EXTENSIONS, ...EXTENSIONS_NOT_OFFERED]
      .filter((start) => !all.some((name) => name.startsWith(start)))
      .map((start) => `${start} is in the list, but starts no name of the suite`),
    ...all
      .filter((name) => !checked.has(name) && !isExtension(name))
      .map((name) => `${name} belongs to no revision that is checked: say what is to become of it`),
  ];
}

function expectedFailures(revision: ProtocolRevision, scenarios: readonly string[]): Set<string> {
  const there = new Set(scenarios);
  return new Set(
    EXCEPTIONS.filter((exception) => (exception.revision ?? revision) === revision)
      .flatMap(({ checks }) => Object.entries(checks))
      .filter(([scenario]) => there.has(scenario))
      .flatMap(([scenario, ids]) => ids.map((id) => `${scenario} ${id}`)),
  );
}
