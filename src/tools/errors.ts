import { PlatformError } from '../client/index.ts';
import { idFieldsOf, operationsByTool, ScopeError, type Service } from '../operations/index.ts';
import { fencedInline } from '../text/index.ts';
import { operationTool } from './operation-tool.ts';
import { Refusal } from './refusal.ts';
import type { Tool } from './tool.ts';

/**
 * Says for a model, in a few sentences, what failed, what the platform itself said, and what to do
 * next. Never carries a token, a stack or a raw body. `api` is the service that is known to have answered. A call that
 * `onlyRead` changed nothing, whatever its tool can do.
 */
export function explainPlatformError(
  error: PlatformError,
  tool: Tool,
  api: Service | 'auto' = 'auto',
  onlyRead = tool.effect === 'read',
): string {
  const { platformMessage, message } = error;
  const quotedMessage = sentence(
    platformMessage === undefined
      ? message
      : fencedInline(platformMessage, 'message of the platform'),
  );
  const advice =
    ADVICE_BY_KIND[error.kind]?.(error, tool, onlyRead) ?? adviceByStatus(error, tool, onlyRead);
  const ended = error.status === 404 && api === 'auto' ? successorNote(tool) : '';
  return [
    `${tool.title} failed${error.status ? ` (${error.status})` : ''}: ${quotedMessage}`,
    advice,
    ended,
  ]
    .filter(Boolean)
    .join(' ');
}

type AdviceFor = (error: PlatformError, tool: Tool, onlyRead: boolean) => string;

const ADVICE_BY_KIND: Partial<Record<PlatformError['kind'], AdviceFor>> = {
  network: (_, tool, onlyRead) =>
    `The platform could not be reached. ${uncertainAdvice(tool, onlyRead)}`,
  timeout: ({ code }, tool, onlyRead) =>
    code === 'not_sent'
      ? 'The platform answers nothing; try again later.'
      : `The platform took too long. ${uncertainAdvice(tool, onlyRead)}`,
  cancelled: (_, tool, onlyRead) => uncertainAdvice(tool, onlyRead),
  invalid_response: invalidAdvice,
  too_large: (_, tool) =>
    tool.operation?.paged ? 'Ask for less with a smaller limit.' : 'Ask for a part of it instead.',
  rate_limited: waitAdvice,
  invalid_request: () => 'Nothing was sent.',
};

const ADVICE_BY_STATUS: Record<number, AdviceFor> = {
  400: ({ message }, { input }) =>
    input.shape.targetPage && /\bpage\b/.test(message)
      ? 'page is next.page of the last result; name a page as targetPage.'
      : 'Correct the arguments and call again.',
  401: () =>
    'The token is missing, wrong or expired: set a valid one (DOCS_PLATFORM_TOKEN, or the Authorization header over HTTP). Calling again does not help.',
  403: () =>
    'The token may not do this: it lacks the permission. Use a token of someone who may, or ask for access.',
  404: (_, tool) => `Nothing there, or not visible to this token. ${idAdvice(tool)}`,
  409: () => 'It conflicts with the current state: read it again before another try.',
  412: () => 'A precondition does not hold: read the current state before another try.',
  413: () => 'Send less at once.',
  422: () => 'The platform understood the arguments but cannot carry them out; correct them.',
  429: waitAdvice,
  501: () => 'This platform does not offer the operation.',
};

function adviceByStatus(error: PlatformError, tool: Tool, onlyRead: boolean): string {
  const { status = 0 } = error;
  if (error.code === 'redirect') {
    return 'Redirects are not followed: if the new address is right, set DOCS_PLATFORM_URL to it.';
  }
  if (status >= 500 && status !== 501) return uncertainAdvice(tool, onlyRead);
  return ADVICE_BY_STATUS[status]?.(error, tool, onlyRead) ?? '';
}

function waitAdvice(error: PlatformError): string {
  const { retryAfterMs } = error;
  if (retryAfterMs === undefined) return 'Wait a minute before another call.';
  return `Wait ${Math.ceil(retryAfterMs / 1000)} seconds before another call.`;
}

function invalidAdvice({ code }: PlatformError, tool: Tool, onlyRead: boolean): string {
  const uncertain = uncertainAdvice(tool, onlyRead);
  if (code === 'truncated') return uncertain;
  const whose =
    code === 'malformed'
      ? 'The platform is at fault, not the call: report it to whoever runs it.'
      : 'This is not the answer of the platform; check that DOCS_PLATFORM_URL is its address.';
  return tool.effect === 'read' ? whose : `${whose} ${uncertain}`;
}

function uncertainAdvice(tool: Tool, onlyRead: boolean): string {
  if (tool.effect === 'read') return 'Try again later.';
  return onlyRead
    ? 'Nothing was written; try again later.'
    : 'It may have been carried out or not: read the current state before repeating it.';
}

function idAdvice(tool: Tool): string {
  const ids = idFieldsOf(tool.input).map((name) => {
    const description = tool.input.shape[name]?.description;
    return description ? `${name} (${description})` : name;
  });
  return ids.length > 0 ? `Check ${ids.join(', ')}.` : '';
}

/** The current service answers 404 to operations that it no longer has. */
function successorNote({ operation }: Tool): string {
  return operation?.successor ? `It may have ended: ${operation.successor}` : '';
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What failed and what to do next, as text; undefined for a defect of this server. */
export function explainFailure(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof ScopeError) return error.message;
  if (!(error instanceof PlatformError)) return undefined;
  const operation = [...operationsByTool.values()].find(
    ({ method, pathTemplate }) => `${method} ${pathTemplate}` === error.route,
  );
  return operation ? explainPlatformError(error, operationTool(operation)) : error.message;
}
