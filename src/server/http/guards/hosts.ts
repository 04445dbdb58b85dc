import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import { type Guard, Refusal } from './guard.ts';

/**
 * Lets requests pass that were addressed to one of these hosts, on any port, against DNS rebinding. On loopback its
 * own names are among them.
 */
export function allowHosts(hosts: readonly string[], isLoopback: boolean): Guard {
  const allowed = [...(isLoopback ? localhostAllowedHostnames() : []), ...hosts];
  return ({ request }) => {
    if (!validateHostHeader(request.headers.host, allowed).ok) {
      throw new Refusal(
        403,
        'This host is not served here; its operator can name it (--allow-host).',
      );
    }
  };
}
