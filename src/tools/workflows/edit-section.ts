import { z } from 'zod';
import { differenceOf } from '../../content/index.ts';
import { operationOf } from '../../operations/index.ts';
import { ChangeRequestId, PageId, SpaceId } from '../../operations/params.ts';
import { toldBy } from '../../text/index.ts';
import { allowPlainLinks, EDIT_CALLS } from '../edit-preparation.ts';
import { operationTool } from '../operation-tool.ts';
import { Refusal } from '../refusal.ts';
import { workflow } from './workflow.ts';

interface Page {
  markdown?: string;
  urls?: object;
}

/** Replaces one section of a page inside a change request; the rest of the page stays as it was. */
export const editSection = workflow({
  name: 'edit_section',
  title: 'Edit section',
  summary:
    'Replace one section of a page, found by its heading, in a change request; the rest stays.',
  toolset: 'change-request-content',
  effect: 'update',
  calls: [...EDIT_CALLS],
  steps: 3,
  input: {
    spaceId: SpaceId,
    changeRequestId: ChangeRequestId,
    pageId: PageId,
    heading: z.string().min(1),
    markdown: z.string().describe('the new section, its heading included'),
    allowPlainLinks,
  },
  output: z.looseObject({ verified: z.boolean() }),
  async work({ heading, markdown, allowPlainLinks: arePlain, ...where }, steps) {
    const { markdownSections, sectionsNamed } = await import('../views/markdown-sections.ts');
    const read = () =>
      steps.send<Page>('get_change_request_page', { ...where, format: 'markdown' });
    const { markdown: before = '' } = await read();
    const sections = markdownSections(before);
    const [section, another] = sectionsNamed(sections, heading);
    if (!section || another) {
      const all = sections.map((found) => JSON.stringify(found.heading)).join(', ');
      const problem = section ? 'more than one section' : 'no section';
      throw new Refusal(
        `The page has ${problem} ${JSON.stringify(heading)}. Its sections: ${toldBy(all, 'headings of the page')}.`,
      );
    }
    await steps.finish('read the page');
    const replaced = `${markdown.trim()}\n${section.end < before.length ? '\n' : ''}`;
    const expected = before.slice(0, section.start) + replaced + before.slice(section.end);
    const { spaceId, changeRequestId, pageId } = where;
    await steps.run(operationTool(operationOf('edit_change_request_content')), {
      spaceId,
      changeRequestId,
      changes: [{ operation: 'update_page', page: pageId, document: { markdown: expected } }],
      allowPlainLinks: arePlain,
    });
    await steps.finish('replaced the section');
    const { markdown: after = '', urls } = await read();
    await steps.finish('read the page again');
    const verified = after.trim() === expected.trim();
    return {
      page: pageId,
      section: section.heading,
      verified,
      urls,
      ...(!verified && { differences: differenceOf(expected, after) }),
    };
  },
});
