import { newId } from './ids.ts';

/** Why work failed whose owner ended. */
export const INTERRUPTED = 'The platform stopped before the operation finished; start it again';

/** The owners that this process has open. */
const open = new Set<string>();

/**
 * A name for this use of a database among all processes that share it. Work that was left half done under it can be
 * told from work in progress.
 */
export function openOwner(): string {
  const owner = `${process.pid}:${newId()}`;
  open.add(owner);
  return owner;
}

export function closeOwner(owner: string): void {
  open.delete(owner);
}

/** Whether the owner may still be at work: a process that has the number of an ended one counts as that. */
export function isOpen(owner: string): boolean {
  const pid = Number(owner.split(':')[0]);
  return pid === process.pid ? open.has(owner) : pid > 0 && isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
