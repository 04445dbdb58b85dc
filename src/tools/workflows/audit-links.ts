import { z } from 'zod';
import type { ContentLocation } from '../../content/index.ts';
import { operations } from '../../operations/index.ts';
import { unlisted } from '../../operations/params.ts';
import type { AuditedLink } from './audit-links/audit.ts';
import { byPage } from './audit-links/by-page.ts';
import { locationArguments } from './find/arguments.ts';
import { changeNotes, cursor, cursorOf } from './find/cursor.ts';
import { textsOf } from './find-in-pages.ts';
import { type Steps, workflow } from './workflow.ts';

/** Maximum number of addresses of other websites to list, and to list for one page. The others are only counted. */
const MAX_EXTERNAL = 10;

/** About as many as fit into an answer of 4,000 tokens. */
const DEFAULT_LINKS = 50;
const MAX_LINKS = 1000;

const LOST_TARGET =
  'An address such as broken-reference or /broken/pages/… is what the platform leaves of a link whose page was deleted or not imported: only the text of the link tells what it meant.';

/** Finds the links of a space or change request that readers cannot follow. */
export const auditLinks = workflow({
  name: 'audit_links',
  title: 'Audit links',
  summary:
    'Find links that readers cannot follow, with page, line and likely targets: all of a space, or those that a change request breaks. External addresses are not opened.',
  tasks: [
    'broken links of a space',
    'dead links',
    'check all links',
    'links that lead nowhere',
    'find broken links',
    'check links after a move',
  ],
  toolset: 'content',
  excerpts: ['context'],
  effect: 'read',
  calls: [
    operations.getCurrentRevision,
    operations.getChangeRequestRevision,
    operations.getPage,
    operations.getChangeRequestPage,
  ],
  mayCall: [
    operations.listFiles,
    operations.listChangeRequestFiles,
    operations.getSpace,
    operations.listOpenapiSpecs,
  ],
  input: {
    ...locationArguments,
    limit: z
      .number()
      .int()
      .min(1)
      .max(MAX_LINKS)
      .optional()
      .meta({ description: 'links shown; default 50', onDemand: true }),
    page: cursor,
    all: z
      .boolean()
      .optional()
      .meta(unlisted('with a change request: also the links that it does not break')),
  },
  output: z.looseObject({
    links: z.number(),
    external: z.number(),
    broken: z.number(),
    inApp: z.number(),
    pagesChecked: z.number(),
    items: z.array(z.looseObject({ page: z.string(), links: z.array(z.looseObject({})) })),
    next: z.looseObject({ page: z.string() }).optional(),
  }),
  async work({ pages, exceptPages, limit = DEFAULT_LINKS, page, all, ...location }, steps) {
    const [{ audit }, { isLost }] = await Promise.all([
      import('./audit-links/audit.ts'),
      import('./audit-links/addresses.ts'),
    ]);
    const read = await textsOf(location, { pages, exceptPages }, steps);
    const audited = await audit(location, read, steps);
    const { links, external, toOtherSpaces, unchecked, withHints } = audited;
    const { unknownSpecifications } = await import('./audit-links/specifications.ts');
    const blocks = await unknownSpecifications(location, read.texts, steps);
    const bad = brokenFirst([...audited.bad, ...blocks]);
    const unreadPages = read.unread.map(({ page: { id, title }, reason }) => ({
      id,
      title,
      reason,
    }));
    const unread = [...unreadPages, ...audited.unread];
    const externalUrls = [...new Set(external)];
    const broken = bad.filter(({ status }) => status === 'broken').length;
    const added = await addedTo(location, { links: audited.bad, blocks }, steps);
    const [offset, revision] = cursorOf(page);
    const end = offset + limit;
    const listed = added && all !== true ? bad.filter((link) => added.has(link)) : bad;
    const shown = listed.slice(offset, end);
    const hinted = (await withHints(shown)).map((link, index) => ({
      ...link,
      ...(all && added?.has(shown[index] as AuditedLink) && { new: true as const }),
    }));
    const items = byPage(hinted);
    const note = [
      ...changeNotes(revision, read.revision),
      ...(listed.length < bad.length ? [brokenBefore(bad.length - listed.length)] : []),
      ...(shown.some(({ target }) => isLost(target)) ? [LOST_TARGET] : []),
    ].join(' ');
    return {
      links,
      external: external.length,
      ...(external.length > 0 && externalUrls.length <= MAX_EXTERNAL && { externalUrls }),
      ...(toOtherSpaces > 0 && { toOtherSpaces }),
      broken,
      inApp: bad.length - broken,
      ...(added && { new: added.size }),
      pagesChecked: read.texts.filter(({ markdown }) => markdown !== undefined).length,
      ...(unread.length > 0 && { unread }),
      ...(unchecked.length > 0 && { unchecked }),
      ...(note !== '' && { note }),
      items,
      ...(end < listed.length && { next: { page: `${end}@${read.revision}` } }),
    };
  },
});

function brokenBefore(count: number): string {
  return `Not listed: ${count} that primary content has, too; all: true lists them.`;
}

/** The links that a change request breaks; undefined for primary content. */
async function addedTo(
  { spaceId, changeRequestId }: ContentLocation,
  bad: { links: readonly AuditedLink[]; blocks: readonly AuditedLink[] },
  steps: Steps,
): Promise<ReadonlySet<AuditedLink> | undefined> {
  if (changeRequestId === undefined) return undefined;
  const [{ notInPrimary }, { newlyUnknown }] = await Promise.all([
    import('./audit-links/broken-by.ts'),
    import('./audit-links/specifications.ts'),
  ]);
  return new Set([
    ...(await notInPrimary(spaceId, bad.links, steps)),
    ...(await newlyUnknown({ spaceId }, bad.blocks, steps)),
  ]);
}

function brokenFirst(links: readonly AuditedLink[]): AuditedLink[] {
  const isBroken = ({ status }: AuditedLink) => status === 'broken';
  return [...links.filter(isBroken), ...links.filter((link) => !isBroken(link))];
}
