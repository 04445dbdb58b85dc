import { z } from 'zod';
import { operations } from '../../operations/index.ts';
import { whereArguments } from './find/arguments.ts';
import { cursor, cursorOf } from './find/cursor.ts';
import { textsOf } from './find-in-pages.ts';
import { workflow } from './workflow.ts';

/** Addresses of other websites that are listed, as of one page. More are counted alone. */
const MAX_EXTERNAL = 10;

const DEFAULT_LINKS = 100;
const MAX_LINKS = 1000;

/** Finds the links of a space or change request that readers cannot follow. */
export const auditLinks = workflow({
  name: 'audit_links',
  title: 'Audit links',
  summary:
    'Find links of a space or change request that readers cannot follow, with page and line: to no page, anchor or file (broken), or into the app. External addresses are not opened.',
  toolset: 'content',
  effect: 'read',
  calls: [
    operations.getCurrentRevision,
    operations.getChangeRequestRevision,
    operations.getPage,
    operations.getChangeRequestPage,
  ],
  mayCall: [operations.listFiles, operations.listChangeRequestFiles, operations.getSpace],
  input: {
    ...whereArguments,
    limit: z
      .number()
      .int()
      .min(1)
      .max(MAX_LINKS)
      .optional()
      .meta({ description: 'links shown; default 100', onDemand: true }),
    page: cursor,
  },
  output: z.looseObject({
    links: z.number(),
    external: z.number(),
    broken: z.number(),
    inApp: z.number(),
    pagesChecked: z.number(),
    items: z.array(z.looseObject({ page: z.string(), status: z.string(), target: z.string() })),
    next: z.looseObject({ page: z.string() }).optional(),
  }),
  async work({ pages, exceptPages, limit = DEFAULT_LINKS, page, ...place }, steps) {
    const { audit } = await import('./audit-links/audit.ts');
    const read = await textsOf(place, { pages, exceptPages }, steps);
    const { links, external, toOtherSpaces, bad, unchecked } = await audit(place, read, steps);
    const externalUrls = [...new Set(external)];
    const broken = bad.filter(({ status }) => status === 'broken').length;
    const [offset, revision] = cursorOf(page);
    const end = offset + limit;
    return {
      links,
      external: external.length,
      ...(external.length > 0 && externalUrls.length <= MAX_EXTERNAL && { externalUrls }),
      ...(toOtherSpaces > 0 && { toOtherSpaces }),
      broken,
      inApp: bad.length - broken,
      pagesChecked: read.texts.filter(({ markdown }) => markdown !== undefined).length,
      ...(read.unread.length > 0 && {
        unread: read.unread.map(({ page: { id, title }, reason }) => ({ id, title, reason })),
      }),
      ...(unchecked.length > 0 && { unchecked }),
      ...(revision !== undefined &&
        revision !== read.revision && {
          note: 'The content changed since the last result: begin again without page.',
        }),
      items: bad.slice(offset, end),
      ...(end < bad.length && { next: { page: `${end}@${read.revision}` } }),
    };
  },
});
