import { z } from 'zod';
import { operations } from '../../operations/index.ts';
import { ChangeRequestId, SpaceId } from '../../operations/params.ts';
import { badLinksOf, documentsOf } from './links.ts';
import { workflow } from './workflow.ts';

const DEFAULT_PAGES = 50;

/** Finds the links of a space or change request that readers cannot follow, some pages at a time. */
export const auditLinks = workflow({
  name: 'audit_links',
  title: 'Audit links',
  summary: 'Find broken and in-app links of a space or change request, with page and line.',
  toolset: 'content',
  effect: 'read',
  calls: [
    operations.listPages,
    operations.getPage,
    operations.listPageLinks,
    operations.listChangeRequestPages,
    operations.getChangeRequestPage,
    operations.listChangeRequestPageLinks,
  ],
  input: {
    spaceId: SpaceId,
    changeRequestId: ChangeRequestId.optional(),
    offset: z.number().int().min(0).optional(),
    limit: z.number().int().min(1).max(200).optional(),
  },
  output: z.looseObject({
    items: z.array(z.looseObject({ page: z.string(), status: z.string(), target: z.string() })),
    pagesChecked: z.number(),
    pagesTotal: z.number(),
    nextOffset: z.number().optional(),
  }),
  async work({ spaceId, changeRequestId, offset = 0, limit = DEFAULT_PAGES }, steps) {
    const place = { spaceId, changeRequestId };
    const pages = await documentsOf(place, steps);
    const checked = pages.slice(offset, offset + limit);
    const items = [];
    for (const page of checked) {
      items.push(...(await badLinksOf(place, page, steps)));
      await steps.finish(`checked ${page.title}`);
    }
    const next = offset + checked.length;
    return {
      items,
      pagesChecked: checked.length,
      pagesTotal: pages.length,
      ...(next < pages.length && { nextOffset: next }),
    };
  },
});
