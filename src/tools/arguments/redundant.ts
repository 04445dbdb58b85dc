import { type Arguments, isScoped, type Scope } from '../../operations/index.ts';
import type { Tool } from '../tool.ts';
import { camelCase } from './canonical-names.ts';

/** Arguments that some tools lack, with the values that change nothing for any tool. */
const REDUNDANT: Readonly<Record<string, readonly unknown[]>> = {
  format: ['markdown', 'md', 'json', 'text'],
  offset: [0],
  verbose: [false],
  preview: [false],
  dryRun: [false],
  merge: [false],
};

const WHOLE_TREE = { recursive: [true], nested: [true], includeHidden: [true] };

/** The same for single tools. */
const REDUNDANT_BY_TOOL: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  list_pages: WHOLE_TREE,
  list_change_request_pages: WHOLE_TREE,
  find_in_pages: { includeHidden: [true], all: [true] },
  replace_in_pages: { includeHidden: [true], all: [true], replaceAll: [true], global: [true] },
  list_open_threads: {
    status: ['open', 'unresolved'],
    state: ['open', 'unresolved'],
    resolved: [false],
    includeResolved: [false],
    unresolved: [true],
    includeReplies: [true],
  },
  create_change_request: { status: ['draft'], draft: [true] },
  audit_links: { external: [false], checkExternal: [false], internal: [true], status: ['broken'] },
  review_change_request: { verbose: [true], includeDiff: [true], includeComments: [true] },
};

/** A tool without arguments: its answer contains everything that a caller may request. */
const WITHOUT_ARGUMENTS = 'get_context';

/** Arguments for which an empty string means that they are absent. */
const ABSENT_IF_EMPTY =
  /^(?:existing|page|section|filter|under|contributor|toolset|expectedRevision|.*Id)$/;

/** Arguments that determine the organization. */
const IMPLIES_ORGANIZATION = ['spaceId', 'space', 'collectionId', 'siteId'];

/**
 * Removes arguments that change nothing: unknown ones that are empty or request what the tool does anyway, empty names,
 * the number of the first page of a list, and an organization that follows from other arguments. Undefined if there are
 * none.
 */
export function withoutRedundant(
  tool: Tool,
  given: Arguments,
  scope: Scope,
): Arguments | undefined {
  const { input, name } = tool;
  const left = Object.entries(given).filter(([argument, value]) => {
    if (Object.hasOwn(input.shape, argument)) return !isUnset(tool, argument, value);
    if (name === WITHOUT_ARGUMENTS) return false;
    return (
      !isEmpty(value) &&
      !isRedundant(tool, argument, value) &&
      !isImpliedOrganization(tool, argument, scope)
    );
  });
  return left.length === Object.keys(given).length ? undefined : Object.fromEntries(left);
}

function isUnset({ input }: Tool, argument: string, value: unknown): boolean {
  if (argument === 'page' && (value === 0 || value === 1)) return isCursor(input.shape.page);
  return (
    value === '' &&
    ABSENT_IF_EMPTY.test(argument) &&
    input.shape[argument]?.safeParse(undefined).success
  );
}

function isCursor(schema: unknown): boolean {
  const { description } = (schema as { description?: string } | undefined) ?? {};
  return description?.startsWith('next.page') === true;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isRedundant({ name }: Tool, argument: string, given: unknown): boolean {
  const own = camelCase(argument);
  const value = typeof given === 'string' ? (LITERALS[given.toLowerCase()] ?? given) : given;
  return [REDUNDANT, REDUNDANT_BY_TOOL[name] ?? {}].some(
    (table) => Object.hasOwn(table, own) && table[own]?.includes(value),
  );
}

const LITERALS: Readonly<Record<string, unknown>> = { true: true, false: false, '0': 0 };

/** A pinned organization is supplied, and any other is refused. */
function isImpliedOrganization({ input }: Tool, argument: string, scope: Scope): boolean {
  const isOrganization = ['organizationId', 'organization', 'org'].includes(camelCase(argument));
  return (
    isOrganization &&
    !isScoped(scope) &&
    !('organizationId' in input.shape) &&
    IMPLIES_ORGANIZATION.some((name) => input.shape[name]?.safeParse(undefined).success === false)
  );
}
