import { z } from 'zod';
import { refersTo } from '../../operations/ids.ts';
import { type Arguments, operations } from '../../operations/index.ts';
import { onDemand, unlisted } from '../../operations/params.ts';
import { quoted } from '../../text/index.ts';
import { expectedRevision } from '../preconditions/revision.ts';
import { Refusal } from '../refusal.ts';
import { allowPlainLinks } from '../runs/edit.ts';
import type { CallContext } from '../tool.ts';
import { MERGE_WARNING, MERGING } from './change/merge.ts';
import { CHANGE_OPERATIONS, targetOfChange } from './change/request.ts';
import { locationArguments, oneSpaceOnly, pattern, searchArguments } from './find/arguments.ts';
import { planReplacement, previewReplacement } from './find/plan-replacement.ts';
import { countOf } from './find/replacement-summary.ts';
import type { ReplacingArguments } from './find/replacers.ts';
import { writeReplacement } from './find/write-replacement.ts';
import { Steps, workflow } from './workflow.ts';

const MAX_SPACES = 20;

/** Replaces every occurrence of a text as one reviewable change; everything else stays byte for byte. */
export const replaceInPages = workflow({
  name: 'replace_in_pages',
  title: 'Replace in pages',
  summary:
    'Replace a text on all or some pages in a new or the named change request; preview first. The rest stays byte for byte.',
  tasks: [
    'replace a word everywhere',
    'rename a term on all pages',
    'search and replace',
    'change a name in the whole space',
    'replace text on all pages',
    'swap one name for another across all pages',
    'append text to many pages',
    'add a line at the end of every page',
    'add a notice at the top of all pages',
    'rename a product on all pages',
    'replace an address everywhere',
    'show another picture on all pages',
    'swap an image wherever it is used',
  ],
  toolset: 'change-requests',
  effect: 'update',
  destructive: true,
  consequence: consequenceOfReplacement,
  confirm: ({ merge, preview }) => (merge === true && preview !== true ? MERGE_WARNING : undefined),
  confirmTarget: ({ spaceId, changeRequestId, moreSpaces = [] }) => ({
    ...targetOfChange({ spaceId, changeRequestId }),
    dependsOn: (moreSpaces as string[]).map((other) => targetOfChange({ spaceId: other })),
  }),
  calls: CHANGE_OPERATIONS,
  mayCall: [operations.updateChangeRequest, ...MERGING],
  input: {
    ...locationArguments,
    moreSpaces: z
      .array(refersTo('space', z.string().min(1)))
      .max(MAX_SPACES)
      .optional()
      .meta(unlisted('too, each with a change request of its own')),
    exceptPages: locationArguments.exceptPages.meta({ unlisted: false, onDemand: true }),
    old: pattern.describe('regex \\A or \\z: start or end of page'),
    new: z.string().max(10_000).describe('a regex: $1, $<name>'),
    ...searchArguments,
    match: searchArguments.match.describe('link: to page old, new'),
    addresses: searchArguments.addresses.meta(onDemand('false: skip URLs')),
    titles: z.boolean().optional().describe('descriptions too'),
    preserveCase: z
      .boolean()
      .optional()
      .meta(onDemand('keeps capitals; default with ignoreCase and words in lower case')),
    preview: z.boolean().optional(),
    subject: z.string().max(100).optional(),
    status: z.enum(['draft', 'open']).optional(),
    merge: z.boolean().optional().meta(onDemand('merge at the end')),
    expectedRevision,
    allowPlainLinks: allowPlainLinks.meta({ unlisted: true }),
  },
  output: z.looseObject({
    replaced: z.number(),
    pages: z.array(
      z.looseObject({ id: z.string(), replaced: z.number(), diff: z.string().optional() }),
    ),
  }),
  check: (args) => {
    const { changeRequestId, subject } = args;
    const isNamed = changeRequestId === undefined || subject === undefined;
    const names = ['changeRequestId', 'pages', 'exceptPages', 'expectedRevision'];
    const problem = oneSpaceOnly(args, names);
    return (
      problem ??
      (isNamed
        ? undefined
        : 'subject names a new change request; leave it out with changeRequestId')
    );
  },
  async work({ moreSpaces, ...args }, steps) {
    if (!moreSpaces?.length) return replaceInSpace(args, steps);
    const all = [];
    for (const spaceId of new Set([args.spaceId, ...moreSpaces])) {
      const { pages, ...result } = await replaceInSpace({ ...args, spaceId }, steps);
      all.push({ space: spaceId, ...result, pages });
    }
    return {
      replaced: all.reduce((sum, { replaced }) => sum + replaced, 0),
      spaces: all.map(({ pages: _, ...result }) => result),
      pages: all.flatMap(({ space, pages }) => pages.map((page) => ({ ...page, space }))),
    };
  },
});

/** Replaces in one space, as one change request. */
async function replaceInSpace(args: ReplacingArguments, steps: Steps) {
  const plan = await planReplacement(args, steps);
  if (args.preview || plan.planned.length === 0) return previewReplacement(plan, args, steps);
  return writeReplacement(plan, args, steps);
}

type GivenReplacement = ReplacingArguments & { moreSpaces?: string[] };

/** Maximum number of pages to name to a person. */
const MAX_NAMED = 12;

const NOTHING_TO_REPLACE =
  'Nothing was written, and nobody was asked: nothing would be replaced. Call with preview: true, which says why.';

/** One sentence for a person: how often a text is replaced, and on which pages. */
async function consequenceOfReplacement(args: Arguments, context: CallContext): Promise<string> {
  const { moreSpaces = [], ...rest } = args as unknown as GivenReplacement;
  const titles: string[] = [];
  let count = 0;
  for (const spaceId of new Set([rest.spaceId, ...moreSpaces])) {
    const { planned, refused } = await planReplacement({ ...rest, spaceId }, new Steps(context));
    if (refused !== undefined) throw new Refusal(refused);
    titles.push(...planned.map(({ page }) => page.title));
    count += countOf(planned);
  }
  if (count === 0) throw new Refusal(NOTHING_TO_REPLACE);
  const named = titles.slice(0, MAX_NAMED).map((title) => quoted(title));
  const more = titles.length > MAX_NAMED ? `, ${titles.length - MAX_NAMED} more` : '';
  const what = `${quoted(rest.old)} by ${quoted(rest.new)} ${count} times`;
  return `It replaces ${what} on ${titles.length} pages: ${named.join(', ')}${more}.`;
}
