import { arch, platform, release } from 'node:os';
import { findProgram, type Machine, runProgram } from '../setup/index.ts';
import { NAME, VERSION } from '../version.ts';
import { type Finding, ok, type Subject, warning } from './finding.ts';

/** Node and the system. The entry point has already checked that Node is new enough. */
export function checkNode(): Finding {
  const system = `${platform()} ${release()} (${arch()})`;
  return ok(
    { id: 'node', title: 'Node' },
    `${process.versions.node} on ${system}, ${process.execPath}`,
    { node: process.versions.node, platform: platform(), arch: arch(), program: process.execPath },
  );
}

const VERSION_OF: Subject = { id: 'version', title: 'Version' };

/** The version, and with `online` whether npm has a newer one. */
export async function checkVersion(online: boolean, machine: Machine): Promise<Finding> {
  if (!online)
    return ok(VERSION_OF, `${VERSION}; --online asks npm for a newer one`, { version: VERSION });
  const answer = await askNpm(machine);
  if ('problem' in answer) {
    return warning(VERSION_OF, {
      text: `${VERSION}; whether there is a newer one could not be determined: ${answer.problem}`,
      facts: { version: VERSION },
    });
  }
  const facts = { version: VERSION, newest: answer.newest };
  if (!isNewer(answer.newest, VERSION)) return ok(VERSION_OF, `${VERSION}, the newest`, facts);
  return warning(VERSION_OF, {
    text: `${VERSION}; ${answer.newest} is there`,
    advice: `Update with "npm install -g ${NAME}@latest", or let npx do it: npx -y ${NAME}@latest`,
    facts,
  });
}

/** Runs npm itself, which knows this machine's registry and proxy. */
async function askNpm(machine: Machine): Promise<{ newest: string } | { problem: string }> {
  const args = ['view', NAME, 'version', '--json'];
  const isWindows = machine.system === 'win32';
  const npm = isWindows ? (machine.env.ComSpec ?? 'cmd.exe') : findProgram('npm', machine);
  if (npm === undefined) return { problem: 'npm is not installed' };
  const {
    ok: isAnswered,
    output,
    stdout,
  } = await runProgram(npm, isWindows ? ['/d', '/c', 'npm', ...args] : args, machine);
  const newest = /^\s*"([^"]{1,100})"\s*$/.exec(stdout)?.[1];
  if (isAnswered && newest) return { newest };
  const isUnknown = output.includes('E404');
  return {
    problem: isUnknown
      ? `npm does not know ${NAME}`
      : (output.trim().split('\n')[0] ?? '').slice(0, 200),
  };
}

/** Whether a version is newer than another; ignores anything after a hyphen. */
export function isNewer(candidate: string, than: string): boolean {
  const [a, b] = [candidate, than].map((text) =>
    (text.split(/[-+]/)[0] ?? '').split('.').map(Number),
  );
  const difference = [0, 1, 2].map((part) => (a?.[part] || 0) - (b?.[part] || 0)).find(Boolean);
  return (difference ?? 0) > 0;
}
