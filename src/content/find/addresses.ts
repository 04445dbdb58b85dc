import { Markdown } from '@docs-platform-mcp/markdown';
import { merged, type Span } from '../../text/index.ts';

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
  return merged([...targets, ...bareAddresses(text)]);
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
