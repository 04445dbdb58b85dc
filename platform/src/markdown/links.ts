import { computed } from '../workers/computed.ts';
import { TEXT_FACTS } from './tasks.ts';
import type { LinkPlace } from './text-facts.ts';

/** A link or image in a text, in the order of the text. */
export interface FoundLink {
  url: string;
  image: boolean;
}

/** Where a link is to lead: a URL, or null to leave only its text. */
export type Redirect = (url: string, image: boolean) => string | null;

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** All links and images of a text, those by reference included. */
export function findLinks(markdown: string): FoundLink[] {
  return computed(TEXT_FACTS, markdown)
    .links.filter(({ kind }) => kind !== 'definition')
    .map(({ url, image }) => ({ url, image }));
}

/** The text with every link redirected. Nothing else of it changes, white space included. */
export function redirectLinks(markdown: string, redirect: Redirect): string {
  const edits = computed(TEXT_FACTS, markdown).links.flatMap((place) =>
    editsOf(place, redirect(place.url, place.image), markdown),
  );
  return applyEdits(markdown, edits);
}

/** Touches only the address, or what stands around a link's text, so that edits inside the text stay apart. */
function editsOf(place: LinkPlace, url: string | null, text: string): Edit[] {
  const { target } = place;
  if (url === null) return unlink(place);
  if (url === place.url || !target) return [];
  return [{ start: target[0], end: target[1], text: written(place, url, text) }];
}

/** An address as it is written where another one stands. */
function written({ kind, target }: LinkPlace, url: string, text: string): string {
  if (kind === 'html')
    return url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
  if (kind === 'liquid') return url.replaceAll('"', '%22');
  if (target && text[target[0] - 1] === '<') return url.replaceAll(/[<>\s]/g, escaped);
  return url.replaceAll(/[\s<>()\\]/g, escaped);
}

function escaped(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
}

/** The target of a tag cannot be removed. */
function unlink({ kind, outer: [start, end], inner }: LinkPlace): Edit[] {
  if (kind === 'html' || kind === 'liquid') return [];
  if (kind === 'definition' || !inner) return [{ start, end, text: '' }];
  return [
    { start, end: inner[0], text: '' },
    { start: inner[1], end, text: '' },
  ];
}

function applyEdits(text: string, edits: Edit[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, text: replacement } of edits.sort((a, b) => a.start - b.start)) {
    result += text.slice(done, start) + replacement;
    done = end;
  }
  return result + text.slice(done);
}
