import { z } from 'zod';
import type { Arguments } from './define.ts';
import { idOf } from './ids.ts';
import { onDemand, RichText, Url, unlisted } from './params.ts';
import { exactlyOneOf, givenOf, wordList } from './rules.ts';

/** Characters of base64 that one megabyte takes. */
const inlineFileLimit = Math.ceil(1_048_576 / 3) * 4;

const InsertedFile = z.strictObject(
  {
    name: z.string().min(1).max(256).meta(onDemand('with extension')),
    ref: z.string().optional(),
    contentType: z.string().optional(),
    url: Url.optional(),
    base64: z.string().max(inlineFileLimit).optional(),
  },
  {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' && keys.includes('path')
        ? 'path is accepted over stdio only, where the server runs on the machine of its caller; give url, or base64 with contentType'
        : undefined,
  },
);

const operations = [
  'update_page',
  'insert_page',
  'delete_page',
  'revert_page',
  'insert_files',
] as const;

/** All fields of a change to pages or files. Each kind of change uses some of them. */
export const ContentChange = z.strictObject({
  operation: z.enum(operations),
  page: idOf('page').optional().describe('all but inserts'),
  document: RichText.optional(),
  title: z.string().min(1).optional(),
  slug: z.string().max(100).optional(),
  emoji: z.string().max(50).optional().meta(unlisted()),
  icon: z.string().max(50).optional(),
  description: z.string().optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional().meta(unlisted()),
  condition: z.string().optional().meta(unlisted('empty removes it')),
  into: idOf('page').nullable().optional().describe('parent page or ref; null: root'),
  at: z.number().int().min(0).optional().meta(onDemand('index among siblings, from 0')),
  ref: z.string().optional().describe('of a new page, linked as ./ref.md'),
  revision: idOf('revision', 'to revert to').optional(),
  block: z.array(idOf('block')).optional().meta(unlisted('keys of the blocks to revert')),
  files: z.array(InsertedFile).min(1).max(20).optional(),
});

/** Maximum number of changes that the platform accepts in one call. */
export const CHANGES_AT_ONCE = 50;

/** The changes of one call, in the order in which they are applied. */
export const changes = z.array(ContentChange).min(1).max(CHANGES_AT_ONCE);

/** The page whose text a change uses, instead of a text of its own. */
const copied = {
  copy: z.string().min(1).optional().describe('page or page#section#…; all: and below'),
  copySpaceId: idOf('space').optional(),
};

/** The side of each conflict to keep. */
const side = z.enum(['primary', 'changeRequest']).optional();

/** A change as tools accept it. It may concern a part of a page's text, although the whole text is sent. */
const PageEdit = ContentChange.extend({
  operation: z.enum([...operations, 'replace_text', 'replace_section', 'insert_text', 'settle']),
  take: side.meta(unlisted()),
  old: z.string().min(1).max(10_000).optional().describe('replace_text: exact; once, or all'),
  new: z.string().optional().describe('replace_text, insert_text'),
  all: z.boolean().optional(),
  before: idOf('page').optional().meta(onDemand('like after')),
  after: idOf('page').optional().describe('sibling; or heading or text'),
  section: z.string().min(1).optional().describe('heading, anchor or Parent > Child'),
  at: z
    .union([
      z.number().int().min(0),
      z.enum(['start', 'end']),
      z.enum(['before', 'after']).meta(unlisted('insert_text: beside the section')),
    ])
    .optional()
    .describe('index from 0, start or end'),
  copy: copied.copy.meta(unlisted()),
  copySpaceId: copied.copySpaceId.meta(unlisted()),
});

/** Maximum number of changes in a call; several changes of one page are sent as one. */
const MAX_CHANGES = 500;

const anyOf = <T extends z.ZodType>(change: T) =>
  z
    .array(change)
    .max(MAX_CHANGES, `give at most ${MAX_CHANGES} in one call, and the others in another`);

/** The advice for a call without a change. */
export const NO_CHANGE = 'give at least one change';

const listOf = <T extends z.ZodType>(change: T) => anyOf(change).min(1, NO_CHANGE);

/** Fields that only the tool for all kinds of changes accepts. */
const leading = {
  cut: z.boolean().optional().describe('move it, links too'),
  linksTo: z.string().min(1).optional().describe('page for links to a deleted one'),
};

/** Fields that only that tool lists. */
const listed = {
  ...copied,
  ...leading,
  take: side.meta(onDemand('settle: the side that stays')),
};

/** The changes of one call, as tools accept them. */
export const pageChanges = listOf(PageEdit);

/** The same, with all fields listed. An empty list only requests a review of the existing changes. */
export const copyingChanges = anyOf(PageEdit.extend(listed));

/** The files of a change where the server runs on the caller's machine, whose files can be named. */
const local = {
  files: z
    .array(InsertedFile.extend({ path: z.string().min(1).max(4096).optional() }))
    .min(1)
    .max(20)
    .optional()
    .describe('content: url, base64 or path (a local file)'),
};

/** The same for a server on the caller's machine. */
export const localPageChanges = listOf(PageEdit.extend(local));
export const localCopyingChanges = anyOf(PageEdit.extend({ ...listed, ...local }));

type GivenEdit = z.infer<typeof PageEdit> & { cut?: boolean; linksTo?: string };
type ChangeField = Exclude<keyof GivenEdit, 'operation'>;

/** Links with the same new target: their addresses as they are written, and that target. */
export interface LinkGroup {
  urls: string[];
  to: string;
}

/** One change of a content edit, as callers give it or as a workflow derives it from others. */
export type PageEdit = Omit<GivenEdit, 'operation'> & {
  operation: GivenEdit['operation'] | 'remove_sections' | 'retarget_links';
  /** retarget_links */
  links?: LinkGroup[];
};

/** The settings of a page that an edit can change. A page that was never given one does not have it. */
const metadata: readonly ChangeField[] = [
  'title',
  'slug',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
];

export const PAGE_SETTINGS: readonly string[] = metadata;

const placing: readonly ChangeField[] = ['into', 'at', 'before', 'after'];

/** The field with the text of a change, which a copy takes the place of. */
const TEXTS: readonly ChangeField[] = ['document', 'new'];

function copiesOf(operation: GivenEdit['operation']): readonly ChangeField[] {
  return ['copy', 'copySpaceId', 'cut', ...(operation === 'insert_page' ? (['all'] as const) : [])];
}

const fieldsOf: Record<
  GivenEdit['operation'],
  { required: readonly ChangeField[]; optional: readonly ChangeField[] }
> = {
  update_page: { required: ['page'], optional: ['document', ...metadata, ...placing, 'linksTo'] },
  insert_page: { required: ['document'], optional: [...metadata, ...placing, 'ref'] },
  delete_page: { required: ['page'], optional: ['linksTo'] },
  revert_page: { required: ['page'], optional: ['revision', 'block'] },
  insert_files: { required: ['files'], optional: [] },
  replace_text: { required: ['page', 'old', 'new'], optional: ['all', 'section'] },
  replace_section: { required: ['page', 'section', 'document'], optional: [] },
  insert_text: { required: ['page', 'new'], optional: ['section', 'at'] },
  settle: { required: ['page', 'take'], optional: ['section'] },
};

/** The required and allowed fields of each kind of change, which one flat type cannot express. */
export function checkChanges(args: Arguments): string | undefined {
  const problems = (args.changes as GivenEdit[]).flatMap((change, index) =>
    problemsOf(change).map((problem) => `changes[${index}]${problem}`),
  );
  return problems.length > 0 ? problems.join('; ') : undefined;
}

function problemsOf(change: GivenEdit): string[] {
  const { operation, files = [] } = change;
  const { required, optional } = fieldsOf[operation];
  const mayCopy = ['update_page', 'insert_page', 'replace_section', 'insert_text'].includes(
    operation,
  );
  const isCopy = mayCopy && change.copy !== undefined;
  const allowed = [...required, ...optional, ...(isCopy ? copiesOf(operation) : [])];
  const given = Object.keys(change).filter(
    (field) => field !== 'operation' && change[field as ChangeField] !== undefined,
  );
  const missing = required.filter(
    (field) => change[field] === undefined && !(isCopy && TEXTS.includes(field)),
  );
  const surplus = given.filter((field) => !allowed.includes(field as ChangeField));
  return [
    ...missing.map((field) => `.${field} is required by ${operation}`),
    ...surplus.map(
      (field) => `.${field} does not belong to ${operation}, which takes ${wordList(allowed)}`,
    ),
    ...(isCopy ? wrongCopy(change) : emptyUpdate(change)),
    ...wrongPlace(change),
    ...(operation === 'insert_files' ? files.flatMap(fileProblems) : []),
  ];
}

function wrongCopy({ document }: GivenEdit): string[] {
  return document === undefined ? [] : [': give one of document and copy'];
}

function emptyUpdate(change: GivenEdit): string[] {
  const { operation, page } = change;
  if (operation !== 'update_page' || page === undefined) return [];
  const fields = fieldsOf.update_page.optional;
  return givenOf(change, fields).length > 0
    ? []
    : [` changes nothing: give at least one of ${wordList(fields)}`];
}

/** A text is added at the start or the end, a page there or at an index. */
function wrongPlace({ operation, at, ...change }: GivenEdit): string[] {
  const [beside, another] = givenOf(change, ['after', 'before']);
  if (another !== undefined) return [': give one of after and before'];
  if (beside !== undefined && at !== undefined) {
    return [`.${beside} says into and at, too: leave those out`];
  }
  if (operation === 'insert_text') {
    if (typeof at === 'number') return ['.at: insert_text takes start or end'];
    const isNowhere = at === 'before' && change.section === undefined;
    return isNowhere ? ['.at before needs a section; start is before all text'] : [];
  }
  return at === 'before' || at === 'after'
    ? ['.at takes an index, start or end; before names a sibling']
    : [];
}

function fileProblems(
  file: z.infer<typeof InsertedFile> & { path?: string },
  index: number,
): string[] {
  const sources = file.path === undefined ? ['url', 'base64'] : ['url', 'base64', 'path'];
  const source = exactlyOneOf(...sources)(file);
  const untyped = file.base64 !== undefined && file.contentType === undefined;
  return [
    ...(source ? [`.files[${index}]: ${source}`] : []),
    ...(untyped ? [`.files[${index}].contentType is required with base64`] : []),
  ];
}
