import type { z } from 'zod';
import { isObject } from '../../json/index.ts';
import {
  type Arguments,
  isScoped,
  type Scope,
  supplyPinned,
  UNSCOPED,
} from '../../operations/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { hasNames } from '../names/kinds.ts';
import { Refusal } from '../refusal.ts';
import { inputSchema, type JsonSchema, type ObjectSchema } from '../surface/schema.ts';
import type { CallContext, Tool } from '../tool.ts';
import { VERBOSE, withFields } from '../views/fields.ts';
import { alternativeTo } from './alternatives.ts';
import { lengthProblem } from './lengths.ts';
import { correctedName } from './nearest-name.ts';
import { withoutRedundant } from './redundant.ts';
import { repair, TooManyMembers } from './repair.ts';

/**
 * Repairs and validates the raw arguments of a tool call.
 * @throws {Refusal} saying what is wrong and what is valid.
 */
export function parseArguments(tool: Tool, raw: unknown, scope = UNSCOPED): Arguments {
  return validate(tool, repairedArguments(tool, raw, scope));
}

/**
 * The same, with names and addresses replaced by ids. A call without any makes no request and
 * does not wait.
 * @throws {Refusal} also for a name with no match, or with several.
 */
export function parseNamedArguments(
  tool: Tool,
  raw: unknown,
  scope: Scope,
  context: CallContext,
): Arguments | Promise<Arguments> {
  const repaired = repairedArguments(tool, raw, scope);
  return hasNames(tool, repaired)
    ? parseNames(tool, repaired, scope, context)
    : validate(tool, repaired);
}

async function parseNames(
  tool: Tool,
  repaired: Arguments,
  scope: Scope,
  context: CallContext,
): Promise<Arguments> {
  const { resolveNames } = await import('../names/resolve.ts');
  return validate(tool, await resolveNames(tool, repaired, context, scope));
}

function repairedArguments(tool: Tool, raw: unknown, scope: Scope): unknown {
  if (!isScoped(scope) && hasOnlyIds(tool, raw)) return raw;
  const plain = (isObject(raw) ? withoutRedundant(tool, raw, scope) : undefined) ?? raw ?? {};
  const given = selectsFields(plain) ? withFields(tool, plain) : plain;
  const repaired = repairBySchema(tool, given);
  const tooLong = isObject(repaired) && lengthProblem(repaired);
  if (tooLong) throw refusal(tool, [tooLong]);
  return isScoped(scope) ? addPinned(tool, repaired, scope) : repaired;
}

const ID_NAME = /Id$/;
const PLAIN_ID = /^[\w-]+$/;

/** Whether a call gives nothing but ids under their own names, which most reads do. They need no repair. */
function hasOnlyIds({ input }: Tool, raw: unknown): boolean {
  if (!isObject(raw)) return false;
  for (const [name, value] of Object.entries(raw)) {
    const isId = ID_NAME.test(name) && Object.hasOwn(input.shape, name);
    if (!isId || typeof value !== 'string' || !PLAIN_ID.test(value)) return false;
  }
  return true;
}

function repairBySchema(tool: Tool, given: unknown): unknown {
  try {
    return repair(given, schemaOf(tool));
  } catch (error) {
    throw error instanceof TooManyMembers ? refusal(tool, [error.message]) : error;
  }
}

function selectsFields(raw: unknown): raw is Arguments {
  if (typeof raw !== 'object' || raw === null) return false;
  return 'fields' in raw || VERBOSE in raw;
}

function validate(tool: Tool, repaired: unknown): Arguments {
  const parsed = tool.input.safeParse(repaired);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const problems = issues.slice(0, MAX_PROBLEMS).map(explainIssue(tool, repaired));
    throw refusal(tool, [
      ...problems,
      ...unlistedCount(issues.length, 'problems'),
      ...validNames(tool, issues.slice(0, MAX_PROBLEMS)),
    ]);
  }
  const args: Arguments = parsed.data;
  const problem = tool.check?.(args);
  if (problem) throw refusal(tool, [problem]);
  return args;
}

/** Maximum number of problems reported for one call. */
const MAX_PROBLEMS = 5;

/** Maximum characters of a key that are examined. */
const MAX_KEY = 100;

/** Derived once for each tool: it costs more than all the rest of a call. */
const schemas = new WeakMap<Tool['input'], ObjectSchema>();

function schemaOf({ input }: Tool): ObjectSchema {
  const known = schemas.get(input) ?? inputSchema(input);
  schemas.set(input, known);
  return known;
}

function addPinned(tool: Tool, args: unknown, scope: Scope): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  return supplyPinned(scope, args as Arguments, Object.keys(tool.input.shape));
}

function refusal(tool: Tool, problems: string[]): Refusal {
  return new Refusal(
    `Invalid arguments for ${tool.name}, nothing was sent. ${`${problems.join('. ')}.`.replaceAll('?.', '?')}`,
  );
}

function explainIssue(tool: Tool, given: unknown): (issue: z.core.$ZodIssue) => string {
  const names = Object.keys(tool.input.shape);
  return (issue) => {
    const at = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      const unknown = issue.keys.slice(0, MAX_PROBLEMS);
      const others = unlistedCount(issue.keys.length, 'unknown ones');
      if (
        issue.path.length > 0 &&
        issue.keys.includes('path') &&
        !issue.message.startsWith('Unrec')
      )
        return `${at}: ${issue.message}`;
      if (issue.path.length > 0)
        return `${at}: unknown ${[...unknown.map((key) => asGiven(key)), ...others].join(', ')}${fieldAlternative(tool, unknown)}`;
      return [...unknown.map((key) => unknownArgument(tool, key, names)), ...others].join('. ');
    }
    if (isObject(given) && issue.path.length === 1 && !Object.hasOwn(given, at)) {
      return missingArgument(tool, at);
    }
    if (issue.path.length > 1 && issue.message.endsWith('received undefined')) {
      return `${at} is required`;
    }
    if (/expected (?:string|boolean|number), received array$/.test(issue.message)) {
      return `${at}: takes one value; call once for each of several`;
    }
    const where = /give only the id$/.test(issue.message) && tool.input.shape[at]?.description;
    const whence = where ? `, ${where}` : '';
    return `${at || 'arguments'}: ${issue.message}${whence}${kindAlternative(issue, given)}`;
  };
}

/** What to do instead of a kind of change that does not exist. */
function kindAlternative({ path, code }: z.core.$ZodIssue, given: unknown): string {
  if (code !== 'invalid_value' || path.at(-1) !== 'operation') return '';
  const kind = path.reduce<unknown>(
    (value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step],
    given,
  );
  const instead = KIND_ALTERNATIVES.find(([pattern]) =>
    pattern.test(String(kind).slice(0, MAX_KEY)),
  );
  return instead ? `. ${instead[1]}` : '';
}

const NO_GROUPS =
  'Groups cannot be made here: insert_page makes a page, and others go below it with into. An existing group is named like a page';

const KIND_ALTERNATIVES: readonly (readonly [RegExp, string])[] = [
  [/copy|duplicate|clone/i, 'To copy a page, insert_page with copy: the page'],
  [/redirect/i, 'write_operation create_site_redirect makes redirects'],
  [/merge/i, 'merge: true beside changes merges at the end'],
  [/comment/i, 'post_change_request_comment comments'],
  [/review|status/i, 'status beside changes sets it'],
  [/group/i, NO_GROUPS],
  [
    /link/i,
    'The table of contents takes no links: write one in the text of a page. linksTo with delete_page retargets links, and so does replace_in_pages',
  ],
  [
    /file|image|asset/i,
    'Files stay in the space: insert_files adds one, and replace_text takes it out of a text',
  ],
];

const FIELD_ALTERNATIVES: readonly (readonly [RegExp, string])[] = [
  [
    /redirect/i,
    'linksTo points links to a deleted page elsewhere; the answer has the calls that make redirects',
  ],
  [/^(?:type|kind|group)$/i, NO_GROUPS],
];

/** What to do instead of fields that a change lacks. */
function fieldAlternative({ name }: Tool, keys: readonly string[]): string {
  if (name !== 'open_change_request_with_edits') return '';
  const found = FIELD_ALTERNATIVES.find(([pattern]) =>
    keys.some((key) => pattern.test(key.slice(0, MAX_KEY))),
  );
  return found ? `. ${found[1]}` : '';
}

function missingArgument(tool: Tool, name: string): string {
  const where = tool.input.shape[name]?.description;
  return `${name} is required${where ? ` (${where})` : ''}`;
}

function unknownArgument(tool: Tool, key: string, names: string[]): string {
  const unknown = `Unknown argument ${asGiven(key)}`;
  if (names.length === 0) return `${unknown}: this tool takes none`;
  const instead = alternativeTo(tool, key.slice(0, MAX_KEY));
  if (instead !== undefined) return `${unknown}: ${instead}`;
  const near = correctedName(
    key.slice(0, MAX_KEY).replaceAll(/[_-]/g, '').toLowerCase(),
    names.map((name) => name.toLowerCase()),
  );
  const suggestion = names.find((name) => name.toLowerCase() === near);
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  return `${unknown}${hint}`;
}

/** The valid names in place of unknown ones, each list once. */
function validNames(tool: Tool, issues: readonly z.core.$ZodIssue[]): string[] {
  const lists = issues
    .filter(({ code }) => code === 'unrecognized_keys')
    .map(({ path }) => Object.keys(propertiesAt(schemaOf(tool), path)).join(', '));
  return [...new Set(lists)].filter(Boolean).map((list) => `Valid: ${list}`);
}

function propertiesAt(schema: JsonSchema, path: readonly PropertyKey[]): object {
  let node: JsonSchema | undefined = schema;
  for (const step of path) {
    node = typeof step === 'number' ? node?.items : node?.properties?.[String(step)];
  }
  return node?.properties ?? {};
}

/** Says how many problems are not listed. */
function unlistedCount(count: number, what: string): string[] {
  return count > MAX_PROBLEMS ? [`${count - MAX_PROBLEMS} more ${what}`] : [];
}
