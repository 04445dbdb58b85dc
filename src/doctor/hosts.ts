import { isSafe } from '../server/http/auth/safe-url.ts';
import { entriesOf, type FoundEntry, findHosts, type Machine, shortPath } from '../setup/index.ts';
import { entryTarget, isOurs, isThisProgram, type ReadableEntry } from './entry.ts';
import { broken, errorText, type Finding, ok, type Subject, warning } from './finding.ts';
import { sessionText } from './server.ts';
import { tryServer } from './session.ts';

/** npx may have to download the program. */
const TIME_MS = 60_000;

/** Checks which hosts have this server, and whether their entries start. */
export async function checkHosts(machine: Machine, cli: string): Promise<Finding[]> {
  const entered = entriesOf(machine);
  const findings = entered.flatMap((entry) =>
    'problem' in entry ? [unreadable(entry, machine)] : [],
  );
  const ours = entered.filter(
    (entry): entry is ReadableEntry => 'form' in entry && isOurs(entry, cli),
  );
  // Sequentially, so that they do not slow each other down.
  for (const entry of ours) findings.push(await checkEntry(entry, machine, cli));
  if (findings.length > 0) return findings;
  const found = findHosts(machine).map(({ name }) => name);
  const here = found.length > 0 ? `found here: ${found.join(', ')}` : 'none was found here';
  return [
    warning(
      { id: 'hosts', title: 'Hosts' },
      {
        text: `no host has this server; ${here}`,
        advice: 'Add it with "docs-platform-mcp setup".',
        facts: { found },
      },
    ),
  ];
}

function subjectOf({ host, scope }: FoundEntry): Subject {
  return { id: `host:${host.id}:${scope}`, title: `${host.name} (${scope})` };
}

function unreadable(entry: Extract<FoundEntry, { problem: string }>, machine: Machine): Finding {
  const file = shortPath(entry.file, machine);
  return broken(subjectOf(entry), {
    text: `${file} cannot be read: ${entry.problem}`,
    advice: `Fix ${file}; until then ${entry.host.name} may not start any of its servers.`,
    facts: { file: entry.file },
  });
}

async function checkEntry(entry: ReadableEntry, machine: Machine, cli: string): Promise<Finding> {
  const { host, scope, name, form } = entry;
  const subject = subjectOf(entry);
  const place = `"${name}" in ${shortPath(entry.file, machine)}`;
  const facts = { file: entry.file, name };
  const resolved = entryTarget(entry, machine);
  const finding = (text: string, advice: string) => ({ text: `${place}: ${text}`, advice, facts });
  if (resolved.kind === 'unknown') {
    return broken(
      subject,
      finding(
        'it names neither a program nor an address',
        'Add it again with "docs-platform-mcp setup".',
      ),
    );
  }
  if (resolved.kind === 'asked')
    return ok(subject, `${place}: ${host.name} asks for the token when it starts`, facts);
  if (resolved.kind === 'missing') {
    const names = resolved.variables.join(', ');
    return warning(
      subject,
      finding(
        `it needs ${names}, which is not set here`,
        `Set ${names} in the environment in which ${host.name} starts.`,
      ),
    );
  }
  if (scope === 'project' && !isThisProgram(form, cli)) {
    return ok(
      subject,
      `${place}: not tried, because the project determines what it starts or reaches`,
      facts,
    );
  }
  const { target } = resolved;
  if (target.kind === 'http' && !isSafe(target.url)) {
    return broken(
      subject,
      finding(
        `${target.url} would receive tokens without encryption`,
        'Give the server an https address.',
      ),
    );
  }
  try {
    const session = await tryServer(target, TIME_MS);
    return ok(subject, `${place}: ${sessionText(session)}`, { ...facts, ...session });
  } catch (error) {
    return broken(
      subject,
      finding(
        `it does not start: ${errorText(error)}`,
        `Add it again with "docs-platform-mcp setup --host ${host.id}${scope === 'project' ? ' --scope project' : ''}".`,
      ),
    );
  }
}
