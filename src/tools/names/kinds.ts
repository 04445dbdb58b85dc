import { abbreviatedId } from '../../content/index.ts';
import { type Arguments, idsIn, operations } from '../../operations/index.ts';
import type { Tool } from '../tool.ts';
import { isAddress } from './address.ts';
import type { FinderTool } from './candidates.ts';

/** Kinds of objects that can be named. Each may be needed to find the next. */
export const KINDS = [
  'organization',
  'collection',
  'space',
  'site',
  'siteSection',
  'shareLink',
  'changeRequest',
  'page',
  'file',
  'specification',
  'specificationVersion',
  'team',
  'user',
] as const;

export type NamedKind = (typeof KINDS)[number];

/** The tool that lists the possible names, and the word for the kind in a refusal, if it differs. */
export const FINDERS: Readonly<Record<NamedKind, FinderTool & { what?: string }>> = {
  organization: { finder: 'get_context' },
  collection: { finder: 'get_context' },
  space: { finder: 'get_context' },
  site: { finder: 'get_context' },
  page: {
    finder: operations.listPages.tool,
    search:
      'list_pages with a filter finds it by a part of its title or path, find_in_pages by its text.',
  },
  file: {
    finder: operations.listFiles.tool,
    search: 'list_files with a filter finds it by a part of its name.',
  },
  changeRequest: {
    finder: operations.listChangeRequests.tool,
    what: 'open change request or draft',
  },
  user: { finder: operations.listMembers.tool, what: 'member' },
  team: { finder: operations.listTeams.tool },
  specification: { finder: operations.listOpenapiSpecs.tool },
  specificationVersion: { finder: operations.listOpenapiVersions.tool, what: 'version' },
  shareLink: { finder: operations.listShareLinks.tool, what: 'share link' },
  siteSection: { finder: operations.listSiteSections.tool, what: 'section' },
};

/** Maximum characters of a name or an address that are examined. */
const MAX_LENGTH = 2048;

/** Words with spaces between them, which no id contains. */
const SEVERAL_WORDS = /[^\s\p{Cf}] [^\s\p{Cf}]/u;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const PATH = /^\/?[\p{L}\p{M}\p{N}._~%-]+(?:\/[\p{L}\p{M}\p{N}._~%-]+)*\/?$/u;
/** The first group is a relative path without the leading `../`. */
const RELATIVE = /^(?:\.{1,2}\/)*(.*)$/s;
const EMAIL = /^[^\s@/]+@[^\s@/]+$/;
const NUMBER = /^(?:#|cr[- ]#?|change request #?)(\d{1,9})$/i;
/** The name of a file, with its extension. */
const FILE_NAME = /^[^/]+\.[a-z0-9]{1,8}$/i;
/** A value that may be an id or a title of one word. */
const SINGLE_WORD = /^\p{L}[\p{L}-]*$/u;

/** A first name or surname, which cannot be an id: one capital letter and no digits. */
const PERSON = /^\p{Lu}[\p{Ll}\p{M}'’]{1,18}(?:-\p{Lu}[\p{Ll}\p{M}]{1,18})?$/u;

/** The number in `#7`, `CR-7` or `change request 7`. */
export function requestNumberIn(value: string): string | undefined {
  return NUMBER.exec(value.trim().slice(0, MAX_LENGTH))?.[1];
}

/** Whether a value is an e-mail address. */
export function isEmail(value: string): boolean {
  return EMAIL.test(value);
}

/** Whether a value cannot be an id of its kind but a name: words, a path, an e-mail address, a pasted address. */
export function isNameOf(kind: NamedKind, value: string): boolean {
  if (value.length > MAX_LENGTH) return false;
  // The pages below a page, which only the tools that read texts accept.
  if (kind === 'page' && value.endsWith('/*')) return false;
  if (isAddress(value) || (SEVERAL_WORDS.test(value) && !INVISIBLE.test(value))) return true;
  if (kind === 'page') {
    return (
      abbreviatedId(value) !== undefined ||
      (value.includes('/') && PATH.test(value) && !RELATIVE.exec(value)?.[1]?.includes('..'))
    );
  }
  if (kind === 'changeRequest') return requestNumberIn(value) !== undefined;
  if (kind === 'file') return FILE_NAME.test(value);
  return kind === 'user' && (isEmail(value) || PERSON.test(value));
}

/** Whether a value that the platform does not know as an id may be a title of one word. */
export function mayBeTitle(value: string): boolean {
  return value.length <= MAX_LENGTH && SINGLE_WORD.test(value);
}

/** The form of ids that the platform generates. */
const WHOLE_ID = /^[\p{L}\p{N}]{20}$/u;
const SHORT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/** Whether a value has the form of an id. */
export function isWholeId(value: string): boolean {
  return WHOLE_ID.test(value);
}

/** Whether a value that the platform does not know as an id may be a name or the beginning of an id. */
export function mayBeName(kind: NamedKind, value: string): boolean {
  if (mayBeTitle(value)) return true;
  if (value.length > MAX_LENGTH || isWholeId(value)) return false;
  return SHORT_NAME.test(value) && !(kind === 'changeRequest' && /^\d+$/.test(value));
}

/** Whether a call may contain names, addresses, or a missing organization to resolve. */
export function hasNames(tool: Tool, args: unknown): args is Arguments {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return false;
  const { organizationId } = args as Arguments;
  if (organizationId === undefined && 'organizationId' in tool.input.shape) return true;
  return idsIn(tool.input, args).some(({ kind, value }) =>
    (KINDS as readonly string[]).includes(kind) ? isNameOf(kind as NamedKind, value) : false,
  );
}

/** Whether one of the ids of a call may be a title of one word, or another name by the given test. */
export function hasTitles(
  tool: Tool,
  args: Arguments,
  isWord: (kind: NamedKind, value: string) => boolean = (_, value) => mayBeTitle(value),
): boolean {
  return idsIn(tool.input, args).some(
    ({ kind, value }) =>
      (KINDS as readonly string[]).includes(kind) && isWord(kind as NamedKind, value),
  );
}
