import { isSafe } from '../server/http/auth/safe-url.ts';
import { broken, errorText, type Finding, isBroken, ok, type Subject, skipped } from './finding.ts';
import { checkAddress } from './network.ts';
import { sessionText } from './server.ts';
import { SessionError, tryServer } from './session.ts';

const SERVER: Subject = { id: 'server', title: 'Server' };
const TIME_MS = 30_000;

/** Checks a server over HTTP as a host would use it: its address, authentication and speed. */
export async function checkRemote(url: string, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  if (!isSafe(url)) {
    return [
      broken(SERVER, {
        text: `${url} would receive tokens without encryption`,
        advice: 'Give the server an https address, or check it on its own machine.',
      }),
    ];
  }
  const address = await checkAddress(url, env);
  if (isBroken(address)) return [address, skipped(SERVER, 'fix the address first')];
  return [address, await checkSession(url, env.DOCS_PLATFORM_TOKEN?.trim() || undefined)];
}

async function checkSession(url: string, token: string | undefined): Promise<Finding> {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  try {
    const session = await tryServer({ kind: 'http', url, headers }, TIME_MS);
    const { call } = session;
    const text = sessionText(session);
    if (!call?.isError) return ok(SERVER, text, { ...session });
    return broken(SERVER, {
      text: `${text}. The call failed: ${call.text}`,
      advice: token
        ? 'The platform behind the server refuses: check the token, and the configuration of the server there.'
        : 'Set DOCS_PLATFORM_TOKEN to the token that the platform behind the server knows.',
      facts: { ...session },
    });
  } catch (error) {
    return refusalFinding(error, token !== undefined);
  }
}

function refusalFinding(error: unknown, hasToken: boolean): Finding {
  if (error instanceof SessionError && error.isUnauthorized) {
    return broken(SERVER, {
      text: hasToken ? 'it refuses the token' : 'it requires a token or a sign-in',
      advice: hasToken
        ? 'Check DOCS_PLATFORM_TOKEN; a server with --auth operator expects its own access token, one with --auth oauth a sign-in by the host.'
        : 'Set DOCS_PLATFORM_TOKEN and run this again, or let a host that knows OAuth sign you in.',
      facts: { unauthorized: true },
    });
  }
  return broken(SERVER, {
    text: errorText(error),
    advice: 'Check that the address is that of the MCP endpoint, which ends in /mcp by default.',
  });
}
