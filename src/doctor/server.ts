import { broken, errorText, type Finding, ok, type Subject, warning } from './finding.ts';
import { type ServerEndpoint, SessionError, type SessionTimes, tryServer } from './session.ts';

const SUBJECT: Subject = { id: 'server', title: 'Server' };
/** An embedded platform with a large folder starts slowly the first time. */
const TIME_MS = 60_000;

/** Starts the program as a host does, with the same configuration, and performs a host's first requests. */
export async function checkServer(target: ServerEndpoint): Promise<Finding> {
  try {
    const session = await tryServer(target, TIME_MS);
    const { call } = session;
    if (!call?.isError) return ok(SUBJECT, sessionText(session), { ...session });
    return warning(SUBJECT, {
      text: `${sessionText(session)}. The call failed: ${call.text}`,
      facts: { ...session },
    });
  } catch (error) {
    return broken(SUBJECT, {
      text: errorText(error),
      advice: 'Start it by hand to see more: docs-platform-mcp serve --log-level debug',
      facts: { unauthorized: error instanceof SessionError && error.isUnauthorized },
    });
  }
}

/** Summarises a session in one line. */
export function sessionText({
  server,
  protocol,
  initializeMs,
  listMs,
  tools,
  call,
}: SessionTimes): string {
  const calls = call ? `, ${call.tool} ${call.ms} ms` : '';
  return `${server}, protocol ${protocol}: initialize ${initializeMs} ms, tools/list ${listMs} ms (${tools} tools)${calls}`;
}
