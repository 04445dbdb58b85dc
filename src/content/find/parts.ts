import { Markdown } from '@docs-platform-mcp/markdown';
import {
  codeRanges,
  isWithinSpans,
  mergeRanges,
  overlapsSpans,
  type Span,
} from '../../text/index.ts';

/** An address with a scheme or `www.`, up to what cannot be a part of one, or an e-mail address. */
const BARE =
  /(?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.)[^\s<>"'`|\\。，、）」』】]+|[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/gi;

/** Characters that, at the end of an address, belong to the sentence around it. */
const AFTER = '?!.,:;*_~';

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** The addresses in a markdown text, in order: the targets of its links and tags, and bare ones, in code, too. */
export function addressesIn(text: string): Span[] {
  const targets = Markdown.read(text).references.references.map(
    ({ target: { start, end } }): Span => [start, end],
  );
  return mergeRanges([...targets, ...bareAddresses(text)]);
}

/** The addresses in a text that has no markup. */
export function bareAddresses(text: string): Span[] {
  return [...text.matchAll(BARE)].map(({ 0: found, index }): Span => {
    let length = ownLength(found);
    while (AFTER.includes(found.charAt(length - 1))) length -= 1;
    return [index, index + length];
  });
}

/** The characters of an address before a bracket that it did not open. */
function ownLength(address: string): number {
  const open: string[] = [];
  for (let at = 0; at < address.length; at += 1) {
    const character = address.charAt(at);
    const opening = CLOSES[character];
    if (opening !== undefined && open.pop() !== opening) return at;
    if ('([{'.includes(character)) open.push(character);
  }
  return address.length;
}

/**
 * The parts of a text that count: code, what is not code, both, all but blocks of code, or headings with the titles of
 * pages.
 */
export type SearchedPart = 'text' | 'code' | 'both' | 'prose' | 'headings';

/** Where in a text a match counts. */
export interface MatchScope {
  /** Default: both text and code. */
  in?: SearchedPart;
  /** False: nothing that touches an address, such as the target of a link; `whole`: nothing within one. */
  addresses?: boolean | 'whole';
}

interface Range {
  start: number;
  end: number;
}

/** The matches that count, and the number of those that only lie in an address. */
export interface PartMatches<M extends Range> {
  matches: readonly M[];
  inAddresses: number;
  /** The number of matches in code if only text counts, or in text if only code does. */
  inOtherPart: number;
}

/** The matches in one part of a markdown text. */
export function matchesIn<M extends Range>(
  { in: part = 'both', addresses = true }: MatchScope,
  matches: readonly M[],
  text: string,
): PartMatches<M> {
  const within = matches.length === 0 ? matches : inPart(part, matches, text);
  const inOtherPart = part === 'headings' ? 0 : matches.length - within.length;
  const counted =
    addresses === true || within.length === 0
      ? { matches: within, inAddresses: 0 }
      : outsideSpans(addressesIn(text), within, addresses);
  return { ...counted, inOtherPart };
}

/** The matches in a title or a description, which has no markup. */
export function matchesInLine<M extends Range>(
  { addresses = true }: MatchScope,
  matches: readonly M[],
  text: string,
): PartMatches<M> {
  const counted =
    addresses === true
      ? { matches, inAddresses: 0 }
      : outsideSpans(bareAddresses(text), matches, addresses);
  return { ...counted, inOtherPart: 0 };
}

function inPart<M extends Range>(
  part: SearchedPart,
  matches: readonly M[],
  text: string,
): readonly M[] {
  if (part === 'both') return matches;
  if (part === 'headings') {
    const headings = Markdown.read(text).headings.map(({ start, end }): Span => [start, end]);
    return matches.filter(isWithinSpans(headings));
  }
  if (part === 'prose') {
    const blocks = Markdown.read(text).codeBlocks.map(({ start, end }): Span => [start, end]);
    const isInBlock = isWithinSpans(blocks);
    return matches.filter((match) => !isInBlock(match));
  }
  const isCode = isWithinSpans(codeRanges(text));
  return matches.filter((match) => isCode(match) === (part === 'code'));
}

function outsideSpans<M extends Range>(
  spans: readonly Span[],
  matches: readonly M[],
  addresses: false | 'whole',
): Pick<PartMatches<M>, 'matches' | 'inAddresses'> {
  const isAddress = addresses === 'whole' ? isWithinSpans(spans) : overlapsSpans(spans);
  const others = matches.filter((match) => !isAddress(match));
  return { matches: others, inAddresses: matches.length - others.length };
}
