// Runs the official conformance suite against the built server over HTTP, with the embedded platform behind it, in
// both eras of the protocol, and the extensions that it offers. Exits with 1 if anything but the listed exceptions
// fails, or if a listed exception passes.

import { EXTENSIONS, REVISIONS } from '../test/conformance/exceptions.ts';
import { judge, judgeNames } from '../test/conformance/judge.ts';
import { findNode, listScenarios, runExtension, runScenarios } from '../test/conformance/suite.ts';
import { startTokenProxy } from '../test/conformance/with-token.ts';
import { serveHttp } from '../test/support/program.ts';

const TOKEN = 'demo-admin-token';

async function check(node: string): Promise<string[]> {
  const server = await serveHttp();
  const proxy = await startTokenProxy(server.url, TOKEN);
  try {
    const problems: string[] = [];
    const checked = new Set<string>();
    const all = await listScenarios(node);
    const offered = all.filter((name) => EXTENSIONS.some((start) => name.startsWith(start)));
    for (const revision of REVISIONS) {
      const scenarios = [...(await listScenarios(node, revision)), ...offered];
      const results = await runScenarios(node, revision, proxy.url);
      for (const name of offered) {
        const checks = await runExtension(node, revision, proxy.url, name);
        results.set(name, checks.get(name) ?? []);
      }
      const verdict = judge(revision, scenarios, results);
      console.log(
        `${revision}: ${scenarios.length} scenarios, ${verdict.passed} checks passed, ${verdict.excepted} excluded with a reason`,
      );
      problems.push(...verdict.problems.map((problem) => `${revision}: ${problem}`));
      for (const name of scenarios) checked.add(name);
    }
    return [...problems, ...judgeNames(all, checked)];
  } finally {
    await proxy.close();
    await server.stop();
  }
}

const node = await findNode().catch((error: Error) => {
  console.error(`SKIPPED: the conformance suite needs Node 22 or newer. ${error.message}`);
});
if (node) {
  const problems = await check(node);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
