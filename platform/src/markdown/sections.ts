import { computed } from '../workers/computed.ts';
import { TEXT_FACTS } from './tasks.ts';
import type { IncludedPlace } from './text-facts.ts';

/** The part of a page under one heading, up to the next. */
export interface PageSection {
  /** Fragment that leads to the heading; empty for the part before the first heading. */
  anchor: string;
  heading: string;
  /** The level of the heading; 0 for none. */
  depth: number;
  /** Its text without markup, one line for each block. */
  text: string;
  /** One letter for each of its lines: what it is to the lines after it, by `letterOf`. */
  roles: string;
  /** The texts that it includes, each with the number of its own lines before them. */
  includes?: IncludedPlace[];
  /** Its markdown without the heading. */
  markdown: string;
}

/** The sections of a page's text, in order. The first has no heading unless the text starts with one. */
export function sectionsOf(markdown: string): PageSection[] {
  return computed(TEXT_FACTS, markdown).sections.map(({ source, ...section }) => ({
    ...section,
    markdown: markdown.slice(...source),
  }));
}
