import { z } from 'zod';
import { toldBy } from '../../text/index.ts';
import { Refusal } from '../refusal.ts';
import { largest } from './longest.ts';
import type { MarkdownSection } from './markdown-sections.ts';
import type { Facts, View } from './view.ts';

/** What stands around the text of a page, and what of it was left out for want of room. */
interface Frame {
  facts: Facts;
  without: string;
}

/** Room for the text that is worth giving up what stands around it. */
const LEAST_CHARACTERS = 400;

/** A page comes whole where it fits, else as its outline and the sections that fit, to go on from an offset. */
export const pageView: View = {
  params: {
    section: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'heading of the one section to read', onDemand: true }),
    offset: z.number().int().min(0).optional(),
  },

  async select(facts, args) {
    const { markdown } = facts;
    if (typeof markdown !== 'string') return facts;
    if (args.section !== undefined) return oneSection(facts, markdown, String(args.section));
    const offset = Number(args.offset ?? 0);
    return offset > 0 ? { ...facts, offset, markdown: markdown.slice(offset) } : facts;
  },

  async shrink(facts, fits) {
    const { markdown, pages, ...rest } = facts;
    const below = Array.isArray(pages) ? { pagesLeftOut: `${pages.length}: list_pages` } : {};
    if (typeof markdown !== 'string') return { ...rest, ...below };
    const sections = await sectionsOf(markdown);
    const start = Number(facts.offset ?? 0);
    const outline = sections.map(({ depth, heading }) => `${'  '.repeat(depth - 1)}- ${heading}`);
    const { id, title, path, offset, section } = rest;
    const bare = {
      facts: { id, title, path, offset, section },
      without: ', metadata and the outline',
    };
    const frames: Frame[] = [
      { facts: { ...rest, ...below, outline: outline.join('\n') }, without: '' },
      {
        facts: { id, title, path, offset, section, outline: outline.join('\n') },
        without: ' and metadata',
      },
    ];
    const within =
      ({ facts: { outline: shown, ...kept }, without }: Frame) =>
      (end: number): Facts => ({
        ...kept,
        markdown: markdown.slice(0, end),
        ...(end < markdown.length && {
          ...(shown !== undefined && { outline: shown }),
          cut: `The page does not fit: ${markdown.length - end} characters${without} are left out. Call again with offset ${start + end}, or with the section you need.`,
        }),
      });
    const least = Math.min(LEAST_CHARACTERS, markdown.length - 1);
    const cut = frames.map(within).find((candidate) => fits(candidate(least))) ?? within(bare);
    const most = largest(markdown.length, (end) => fits(cut(end)));
    return cut(boundaryBefore(markdown, sections, most));
  },
};

async function oneSection(facts: Facts, markdown: string, name: string): Promise<Facts> {
  const { sectionsNamed } = await import('./markdown-sections.ts');
  const sections = await sectionsOf(markdown);
  const [found] = sectionsNamed(sections, name);
  if (!found) {
    const headings = sections.map(({ heading }) => JSON.stringify(heading)).join(', ');
    throw new Refusal(
      `The page has no section ${JSON.stringify(name)}. Its sections: ${toldBy(headings, 'headings of the page')}.`,
    );
  }
  const { heading, start, end } = found;
  return { ...facts, section: heading, offset: start, markdown: markdown.slice(start, end) };
}

async function sectionsOf(markdown: string): Promise<MarkdownSection[]> {
  const { markdownSections } = await import('./markdown-sections.ts');
  return markdownSections(markdown);
}

/** The last good place to stop: before a heading, else a paragraph, else a line. */
function boundaryBefore(
  markdown: string,
  sections: readonly MarkdownSection[],
  most: number,
): number {
  if (most >= markdown.length) return most;
  const heading = sections.findLast(({ start }) => start > most / 2 && start <= most)?.start;
  const paragraph = markdown.lastIndexOf('\n\n', most);
  const line = markdown.lastIndexOf('\n', most);
  return heading ?? [paragraph, line].find((place) => place > most / 2) ?? most;
}
