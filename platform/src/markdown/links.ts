import type { Definition, Image, Link } from 'mdast';
import { computed } from '../workers/computed.ts';
import { printMarkdown } from './parse.ts';
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
    editsOf(place, redirect(place.url, place.image)),
  );
  return applyEdits(markdown, edits);
}

/** Touches only what stands around a link's text, so that edits inside the text stay apart. */
function editsOf(place: LinkPlace, target: string | null): Edit[] {
  const { kind, outer, inner, node } = place;
  const [start, end] = outer;
  if (target === null) return kind === 'definition' ? [{ start, end, text: '' }] : unlink(place);
  if (target === place.url || kind === 'reference') return [];
  if (node) return [{ start, end, text: print({ ...node, url: target }) }];
  const title = place.title ? ` "${place.title.replace(/["\\]/g, '\\$&')}"` : '';
  return [{ start: inner?.[1] ?? start, end, text: `](${target}${title})` }];
}

function unlink({ outer: [start, end], inner, alt }: LinkPlace): Edit[] {
  if (!inner) return [{ start, end, text: alt }];
  return [
    { start, end: inner[0], text: '' },
    { start: inner[1], end, text: '' },
  ];
}

function print(node: Link | Image | Definition): string {
  return node.type === 'definition'
    ? printMarkdown({ type: 'root', children: [node] })
    : printMarkdown({ type: 'paragraph', children: [node] });
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
