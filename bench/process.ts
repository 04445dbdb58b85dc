import { existsSync, readdirSync, readFileSync } from 'node:fs';

if (!existsSync('/proc/self')) throw new Error('The measurements need /proc: run them on Linux.');

/** Nanoseconds of CPU time of all threads of a process, on Linux. */
export function cpuNanoseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const used = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return used.reduce((sum, each) => sum + each, 0);
}

/** Resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
