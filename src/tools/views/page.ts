import { z } from 'zod';
import type { Arguments } from '../../operations/index.ts';
import { yieldToOthers } from '../../turns.ts';
import { Refusal } from '../refusal.ts';
import { fields, pickFields } from './fields.ts';
import { countWithin } from './longest.ts';
import type { Budget, Facts, View } from './view.ts';

/** The other fields of a page, and which of them were omitted to save space. */
interface PageFrame {
  facts: Facts;
  without: string;
}

/** The part of a section that the view needs. */
interface SectionPlace {
  heading: string;
  depth: number;
  start: number;
  /** After the sections below it. */
  end: number;
}

/** Below this much space for the text, other fields are dropped. */
const LEAST_CHARACTERS = 400;

/**
 * Characters to show of a page that does not fit, if its outline helps to choose a section. Continuations fill the
 * space, so reading everything takes no more calls.
 */
const FIRST_LOOK = 4000;

/** Minimum number of sections for which an outline helps to choose. */
const LEAST_SECTIONS = 3;

/** Maximum share of the space for the outline. */
const OUTLINE_SHARE = 0.2;

/** Settings of a page that are on or off. The platform leaves out those that are off. */
const SWITCHES = ['hidden', 'noIndex', 'noRobotsIndex'];

/** The requested settings that are off. */
function unsetIn(page: Facts, { fields: asked }: Arguments): Facts {
  const off = SWITCHES.filter((name) => Array.isArray(asked) && asked.includes(name));
  return Object.fromEntries(off.filter((name) => !(name in page)).map((name) => [name, false]));
}

/**
 * A page is returned in full if it fits, else as its outline and its beginning, to continue with a section or from an
 * offset.
 */
export const pageView: View = {
  params: {
    section: z.string().min(1).optional().meta({
      description: 'heading of the one section to read, its #anchor, or `Parent > Child`',
      onDemand: true,
    }),
    offset: z.number().int().min(0).optional(),
    fields,
  },

  select(all, args) {
    const facts =
      args.fields === undefined ? all : { ...unsetIn(all, args), ...pickFields(all, args) };
    const { markdown } = facts;
    if (typeof markdown !== 'string') {
      return lacksText(facts, args) ? { ...facts, cut: NO_TEXT } : facts;
    }
    if (args.section !== undefined) return oneSection(facts, markdown, String(args.section));
    const offset = Number(args.offset ?? 0);
    return offset > 0 ? { ...facts, offset, markdown: markdown.slice(offset) } : facts;
  },

  async shrink(facts, budget) {
    const { markdown, pages, ...rest } = facts;
    const below = Array.isArray(pages) ? { pagesLeftOut: `${pages.length}: list_pages` } : {};
    if (typeof markdown !== 'string') return { ...rest, ...below };
    const sections = await partsOf(markdown);
    const start = Number(facts.offset ?? 0);
    const { id, title, path, offset, section } = rest;
    const bare = { id, title, path, offset, section };
    const outline = outlineOf(sections, budget.mostCharacters * OUTLINE_SHARE);
    const frames: PageFrame[] = [
      { facts: { ...rest, ...below, outline }, without: '' },
      { facts: { ...bare, outline }, without: ' and metadata' },
    ];
    const within =
      ({ facts: { outline: shown, ...kept }, without }: PageFrame) =>
      (end: number): Facts => ({
        ...kept,
        // Placed before the text, so that the constant part is counted once when several lengths are tried.
        ...(end < markdown.length && shown !== undefined && { outline: shown }),
        markdown: markdown.slice(0, end),
        ...(end < markdown.length && {
          cut: `The page does not fit: ${markdown.length - end} characters${without} are left out. Call again with offset ${start + end}, or with the section you need${shown === undefined ? '' : ' (outline: characters of each)'}. Do not write this part back as the whole: edit_section changes a section.`,
        }),
      });
    const least = Math.min(LEAST_CHARACTERS, markdown.length - 1);
    const cut =
      frames.map(within).find((candidate) => budget.fits(candidate(least))) ??
      within({ facts: bare, without: ', metadata and the outline' });
    const most = await mostThatFits(markdown.length, cut, budget);
    const isChoice = start === 0 && section === undefined && sections.length >= LEAST_SECTIONS;
    const shown = isChoice && most < markdown.length ? Math.min(most, FIRST_LOOK) : most;
    return cut(boundaryBefore(markdown, sections, shown));
  },
};

const NO_TEXT = 'The platform returned neither a text nor a document, so the page should be empty.';

function lacksText({ type }: Facts, { format, fields }: Facts): boolean {
  return type === 'document' && format !== 'document' && fields === undefined;
}

/** Tries short texts first, because they are faster to count, and yields to other work in between. */
async function mostThatFits(
  length: number,
  cut: (end: number) => Facts,
  { fits, mostCharacters }: Budget,
): Promise<number> {
  const most = Math.min(length, mostCharacters);
  let low = 0;
  let high = Math.min(most, LEAST_CHARACTERS);
  for (let isGrowing = true; low < high; ) {
    await yieldToOthers();
    const tried: number = isGrowing ? high : Math.ceil((low + high) / 2);
    const isFit = fits(cut(tried));
    if (isFit) low = tried;
    else high = tried - 1;
    isGrowing &&= isFit && tried < most;
    if (isGrowing) high = Math.min(most, tried * 2);
  }
  return low;
}

async function oneSection(facts: Facts, markdown: string, name: string): Promise<Facts> {
  const { findSection } = await import('../sections.ts');
  const found = findSection(await read(markdown), name);
  if ('problem' in found) throw new Refusal(`The page has ${found.problem}.`);
  const { heading, start, end } = found.section;
  return { ...facts, section: heading, offset: start, markdown: markdown.slice(start, end) };
}

/** Yields to other work before and after the sections are found. */
async function partsOf(markdown: string): Promise<readonly SectionPlace[]> {
  const parsed = await read(markdown);
  await yieldToOthers();
  const { sections } = parsed;
  await yieldToOthers();
  return sections;
}

async function read(markdown: string) {
  const { Markdown } = await import('@docs-platform-mcp/markdown');
  return Markdown.readInTurns(markdown);
}

/** The headings, indented by level. If there are too many, only the upper levels, or the first ones. */
function outlineOf(sections: readonly SectionPlace[], characters: number): string {
  for (const deepest of [6, 3, 2]) {
    const upper = sections.filter(({ depth }) => depth <= deepest);
    if (countWithin(upper, characters, lineOf) === upper.length) {
      const left = sections.length - upper.length;
      const rest = left > 0 ? [`(${left} headings of lower levels left out)`] : [];
      return [...upper.map(lineOf), ...rest].join('\n');
    }
  }
  const shown = sections.slice(0, countWithin(sections, characters, lineOf));
  const left = sections.length - shown.length;
  return [...shown.map(lineOf), `(${left} more headings left out)`].join('\n');
}

function lineOf({ depth, heading, start, end }: SectionPlace): string {
  return `${'  '.repeat(depth - 1)}- ${heading} (${end - start})`;
}

/** The last good place to cut: before a heading, else a paragraph, else a line. */
function boundaryBefore(markdown: string, sections: readonly SectionPlace[], most: number): number {
  if (most >= markdown.length) return most;
  const heading = sections.findLast(({ start }) => start > most / 2 && start <= most)?.start;
  const paragraph = markdown.lastIndexOf('\n\n', most);
  const line = markdown.lastIndexOf('\n', most);
  return heading ?? [paragraph, line].find((place) => place > most / 2) ?? most;
}
