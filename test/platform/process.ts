import { once } from 'node:events';
import { type Send, sender } from '../../platform/test/support.ts';
import { lineOf, start } from '../support/program.ts';

/** The platform in a separate process. */
export interface PlatformProcess {
  url: string;
  /** Requests with the administrator's token. */
  send: Send;
  /** Kills it at once, whatever it is doing. */
  kill(): Promise<void>;
}

/** Starts the built program's `platform` on a free port. */
export async function startProcess(
  args: string[],
  token = 'demo-admin-token',
): Promise<PlatformProcess> {
  const child = start(['platform', '--port', '0', ...args]);
  const bound = await lineOf(child, /Embedded platform: (\S+)/);
  // One that is bound to all addresses answers only to names of loopback, and to those that it was given.
  const url = bound.replace('//0.0.0.0:', '//127.0.0.1:');
  return {
    url,
    send: sender(url, token),
    kill: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
