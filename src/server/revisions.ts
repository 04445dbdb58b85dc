import type { LinkedResults } from '../tools/index.ts';
import { isObject } from './plain-json.ts';

/** The revision of HTTP requests that name none. */
export const UNNAMED_REVISION = '2025-03-26';

/** The only revision with batches. */
const BATCH_REVISION = '2025-03-26';

/** The revision of the modern era, without a handshake, that the SDK serves. */
export const MODERN_REVISION = '2026-07-28';

/** Maximum messages of a batch, as in the SDK, which counts them only after it has validated each. */
const MAX_BATCH = 100;

/**
 * Why a batch is refused in this revision; undefined if it is not. The revision is undefined before one was agreed on.
 */
export function batchProblem(
  messages: readonly unknown[],
  revision: string | undefined,
): string | undefined {
  if (revision === BATCH_REVISION) {
    if (messages.length > MAX_BATCH) return `A batch has at most ${MAX_BATCH} messages.`;
    // Each of these answers has hundreds of kilobytes.
    const lists = messages.filter((one) => isObject(one) && one.method === 'tools/list');
    return lists.length > 1
      ? 'A batch lists the tools once: send tools/list in it only one time.'
      : undefined;
  }
  const agreed = revision === undefined ? 'no revision was agreed on yet' : `this is ${revision}`;
  return `Only revision ${BATCH_REVISION} has batches, and ${agreed}: send one message at a time.`;
}

/** From this revision on, clients know every field that is sent. */
const ALL_KNOWN_SINCE = '2025-11-25';

interface RevisionShape {
  /** Fields by the revision that introduced them. Fields not listed were there from the beginning. */
  since?: Readonly<Record<string, string>>;
  /** Fields with a shape of their own, or a list of such. */
  parts?: Readonly<Record<string, string>>;
}

/** What each revision introduced: the results of each method, and their parts. */
const SHAPES: Readonly<Record<string, RevisionShape>> = {
  initialize: { parts: { serverInfo: 'implementation', capabilities: 'capabilities' } },
  'tools/list': { parts: { tools: 'tool' } },
  'tools/call': { since: { structuredContent: '2025-06-18' }, parts: { content: 'content' } },
  'resources/list': { parts: { resources: 'resource' } },
  'resources/templates/list': { parts: { resourceTemplates: 'resource' } },
  'resources/read': { parts: { contents: 'resourceContents' } },
  'prompts/list': { parts: { prompts: 'prompt' } },
  'prompts/get': { parts: { messages: 'message' } },
  'notifications/progress': { since: { message: '2025-03-26' } },
  implementation: {
    since: {
      title: '2025-06-18',
      description: '2025-11-25',
      icons: '2025-11-25',
      websiteUrl: '2025-11-25',
    },
  },
  capabilities: {
    since: { completions: '2025-03-26', tasks: '2025-11-25', extensions: '2025-11-25' },
  },
  tool: {
    since: {
      annotations: '2025-03-26',
      title: '2025-06-18',
      outputSchema: '2025-06-18',
      _meta: '2025-06-18',
      icons: '2025-11-25',
      execution: '2025-11-25',
    },
  },
  resource: {
    since: { title: '2025-06-18', _meta: '2025-06-18', icons: '2025-11-25' },
    parts: { annotations: 'annotations' },
  },
  resourceContents: { since: { _meta: '2025-06-18' } },
  prompt: {
    since: { title: '2025-06-18', _meta: '2025-06-18', icons: '2025-11-25' },
    parts: { arguments: 'promptArgument' },
  },
  promptArgument: { since: { title: '2025-06-18' } },
  message: { parts: { content: 'content' } },
  content: {
    since: { _meta: '2025-06-18' },
    parts: { annotations: 'annotations', resource: 'resourceContents' },
  },
  annotations: { since: { lastModified: '2025-06-18' } },
};

/** Kinds of content, by the revision that introduced them. */
const CONTENT_SINCE: Readonly<Record<string, string>> = {
  audio: '2025-03-26',
  resource_link: '2025-06-18',
};

/** Whether a revision has everything that is ever sent, so nothing has to be removed for it. */
export function hasAllFeatures(revision: string): boolean {
  return revision >= ALL_KNOWN_SINCE;
}

/** Whether tool results also have structured content. */
export function hasStructuredContent(revision: string): boolean {
  return revision >= (SHAPES['tools/call']?.since?.structuredContent ?? '');
}

/** Whether a revision has this kind of content. */
export function hasContent(type: string, revision: string): boolean {
  return revision >= (CONTENT_SINCE[type] ?? '');
}

/**
 * A result of this method, or the parameters of this notification, reduced to what a revision has. Returns the same
 * object if nothing has to be removed.
 */
export function reduceToRevision<T>(method: string, result: T, revision: string): T {
  return hasAllFeatures(revision) ? result : (convertMember(method, result, revision) as T);
}

function convertMember(name: string, value: unknown, revision: string): unknown {
  if (Array.isArray(value)) {
    return value
      .filter((item) => isKnown(item, revision))
      .map((item) => convertMember(name, item, revision));
  }
  const shape = SHAPES[name];
  if (!shape || !isObject(value)) return value;
  const { since = {}, parts = {} } = shape;
  const fields = Object.entries(value)
    .filter(([field]) => revision >= (since[field] ?? ''))
    .map(([field, member]) => {
      const part = parts[field];
      return [field, part ? convertMember(part, member, revision) : member];
    });
  return Object.fromEntries(fields);
}

function isKnown(item: unknown, revision: string): boolean {
  return !isObject(item) || typeof item.type !== 'string' || hasContent(item.type, revision);
}

/**
 * Whether results link to resources. Some clients of the 2025 revisions, or their libraries, reject a whole result
 * because of one link. `auto` spares them, and never puts a link into the answer of a write.
 */
export type ResultLinks = 'auto' | 'always' | 'never';

export const RESULT_LINKS: readonly ResultLinks[] = ['auto', 'always', 'never'];

/** Which calls' results link to resources, for a client of this revision. */
export function linkedResults(mode: ResultLinks, revision: string): LinkedResults {
  if (mode === 'never' || !hasContent('resource_link', revision)) return 'none';
  if (mode === 'always') return 'all';
  return revision >= MODERN_REVISION ? 'reads' : 'none';
}
