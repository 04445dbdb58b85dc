import { createClient, PlatformError } from '../client/index.ts';
import { type Caller, offeredBy, operations, send, serviceOf } from '../operations/index.ts';
import type { SurfaceOptions } from '../tools/index.ts';
import { surfaceOf, tools, toolsetNames } from '../tools/index.ts';
import { NAME, VERSION } from '../version.ts';
import { broken, errorText, type Finding, ok, type Subject, skipped, warning } from './finding.ts';

const TOKEN: Subject = { id: 'token', title: 'Token' };
const RIGHTS: Subject = { id: 'rights', title: 'Rights' };
const SERVICE: Subject = { id: 'service', title: 'Service' };
const LIMIT: Subject = { id: 'rate-limit', title: 'Rate limit' };

/** Timeout for each request to the platform; shorter than a server's. */
const TIME_MS = 15_000;
/** A slower answer delays every call. */
const SLOW_MS = 3000;
/** Maximum number of organizations listed by name. */
const MOST = 5;

/** Checks whether a service accepts the token, who owns it, what it may do, and what the service offers. */
export async function checkPlatform(
  url: string,
  token: string,
  options: SurfaceOptions,
): Promise<Finding[]> {
  const client = createClient({
    baseUrl: url,
    userAgent: `${NAME}/${VERSION}`,
    timeoutMs: TIME_MS,
  });
  const caller = { client, token };
  try {
    const [tokenFinding, limit] = await checkToken(caller);
    if (tokenFinding.status === 'broken') {
      return [
        tokenFinding,
        ...[RIGHTS, SERVICE, LIMIT].map((one) => skipped(one, 'fix the token first')),
      ];
    }
    return [tokenFinding, await checkRights(caller), await checkService(caller, options), limit];
  } finally {
    await client.close();
  }
}

/** Both services list the organizations of a token; only the current one reports who owns it. */
async function checkToken(caller: Caller): Promise<[Finding, Finding]> {
  const { route, effect } = operations.listOrganizations;
  const begun = performance.now();
  try {
    const { rateLimit } = await caller.client.request({ route, effect }, caller);
    const ms = Math.round(performance.now() - begun);
    const user = await userOf(caller);
    const who = user ? `, of ${nameOf(user)}` : '; this service does not say whose it is';
    const text = `accepted${who}; answered in ${ms} ms`;
    const facts = { user, answerMs: ms };
    const finding =
      ms < SLOW_MS
        ? ok(TOKEN, text, facts)
        : warning(TOKEN, {
            text,
            advice: 'This is slow: check the network and the proxy between here and the platform.',
            facts,
          });
    return [finding, limitFinding(rateLimit)];
  } catch (error) {
    return [refusalFinding(error), skipped(LIMIT, 'fix the token first')];
  }
}

async function userOf(caller: Caller) {
  try {
    return await send(operations.getCurrentUser, {}, caller);
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return undefined;
    throw error;
  }
}

function nameOf({
  id,
  displayName,
  email,
}: NonNullable<Awaited<ReturnType<typeof userOf>>>): string {
  return [displayName, email && `<${email}>`, id && `(${id})`].filter(Boolean).join(' ');
}

function refusalFinding(error: unknown): Finding {
  const { status, kind, message } =
    error instanceof PlatformError
      ? error
      : { status: undefined, kind: undefined, message: errorText(error) };
  if (status === 401 || status === 403) {
    return broken(TOKEN, {
      text: `refused with status ${status}`,
      advice:
        'Make a new token in the settings of your account on the platform (Developer settings), and put it into DOCS_PLATFORM_TOKEN. If DOCS_PLATFORM_URL is set, the token has to be of that platform.',
      facts: { status },
    });
  }
  const advice =
    status !== undefined && (status < 400 || status === 404)
      ? 'What answers at this address is not the API: check DOCS_PLATFORM_URL.'
      : kind === 'rate_limited'
        ? 'Wait until the rate limit is over, and check who else uses this token.'
        : 'Check DOCS_PLATFORM_URL, and try again later.';
  return broken(TOKEN, { text: `could not be tried: ${message}`, advice, facts: { status, kind } });
}

function limitFinding(
  limit: { limit: number; remaining: number; resetsAt?: number } | undefined,
): Finding {
  if (!limit) return ok(LIMIT, 'the platform reports none');
  const { remaining, resetsAt } = limit;
  const reset = resetsAt ? `, all again in ${Math.ceil((resetsAt - Date.now()) / 1000)} s` : '';
  const text = `${remaining} of ${limit.limit} requests left${reset}`;
  const facts = { ...limit };
  if (remaining > limit.limit / 10) return ok(LIMIT, text, facts);
  return warning(LIMIT, {
    text,
    advice: 'Check who else uses this token; calls wait until the limit is over.',
    facts,
  });
}

async function checkRights(caller: Caller): Promise<Finding> {
  try {
    const { items } = await send(operations.listOrganizations, {}, caller);
    if (items.length === 0) {
      return warning(RIGHTS, {
        text: 'the token belongs to no organization',
        advice: 'Ask for an invitation, or use a token of a user who is a member.',
        facts: { organizations: [] },
      });
    }
    const organizations = items.map(({ id, title, permissions }) => ({
      id,
      title,
      may: granted(permissions),
    }));
    const lines = organizations.slice(0, MOST).map(({ title, id, may }) => {
      const rights = may.length > 0 ? may.join(', ') : 'what the platform does not show here';
      return `${title} (${id}): ${rights}`;
    });
    const more = items.length > MOST ? [`and ${items.length - MOST} more`] : [];
    return ok(RIGHTS, [...lines, ...more].join('\n'), { organizations });
  } catch (error) {
    return warning(RIGHTS, { text: `could not be determined: ${errorText(error)}` });
  }
}

function granted(permissions: unknown): string[] {
  return Object.entries(permissions ?? {}).flatMap(([name, may]) => (may === true ? [name] : []));
}

async function checkService(caller: Caller, options: SurfaceOptions): Promise<Finding> {
  const service = await serviceOf(caller).catch(() => undefined);
  if (service === undefined) {
    return warning(SERVICE, { text: 'which of the two services answers could not be determined' });
  }
  const offered = tools.filter(({ operation }) => !operation || offeredBy(operation, service));
  const toolsets = toolsetNames(offered);
  const listed = surfaceOf(options).definitions.length;
  const name = service === 'current' ? "today's" : 'the older one (contract)';
  return ok(SERVICE, `${name}; ${listed} tools are listed. Toolsets: ${toolsets.join(', ')}`, {
    service,
    toolsets,
    listed,
  });
}
