import {
  type Enclosure,
  Markdown,
  namesOf,
  parentBlockOf,
  type Range,
} from '@docs-platform-mcp/markdown';
import { fencedInline } from '../../text/index.ts';
import type { InsertionPoint } from './beside-text.ts';

/** The kind of the blocks that a text consists of, if these are only parts of another, such as steps. */
export function partOfBlock(text: string): string | undefined {
  if (!text.includes('{%')) return undefined;
  const outermost = Markdown.read(text).liquid.filter(({ parent }) => parent === -1);
  const name = outermost[0]?.name;
  if (name === undefined || parentBlockOf(name) === undefined) return undefined;
  let done = 0;
  for (const { start, end, name: other } of outermost) {
    if (other !== name || text.slice(done, start).trim() !== '') return undefined;
    done = end;
  }
  return text.slice(done).trim() === '' ? name : undefined;
}

/**
 * Where to add a part of a block: after the part that contains the place, or before it; or else in the only block for
 * such parts there. A message if there is none.
 */
export function besidePart(
  shown: string,
  name: string,
  { at, section, anchor }: Omit<InsertionPoint, 'title'>,
): { at: number; lead: string } | string {
  const text = Markdown.read(shown);
  const offset = anchor?.start ?? section?.start;
  const around =
    offset !== undefined &&
    text.liquid.findLast((part) => {
      return part.name === name && part.start <= offset && offset < part.end;
    });
  if (!around) {
    const range = anchor ?? section ?? { start: 0, end: shown.length };
    return inOnlyBlock(text, name, range, at) ?? missingPartMessage(text, name, at);
  }
  if (at !== 'before') return { at: around.end, lead: '\n\n' };
  const end = shown.slice(0, around.start).trimEnd().length;
  const isFirst = text.liquid[around.parent]?.inner.start === end;
  return { at: end, lead: isFirst ? '\n' : '\n\n' };
}

/** At the beginning or the end of the only block in a range that such parts belong in. */
function inOnlyBlock(text: Markdown, name: string, range: Range, at: InsertionPoint['at']) {
  const parent = parentBlockOf(name);
  const [block, another] = text.liquid.filter(
    (one) => one.name === parent && one.start < range.end && range.start < one.end,
  );
  if (!block || another) return undefined;
  const { start, end } = block.inner;
  if (at !== 'end') return { at: start, lead: '\n' };
  const last = text.text.slice(start, end).trimEnd().length;
  return { at: start + last, lead: last === 0 ? '\n' : '\n\n' };
}

const MAX_NAME = 200;

function missingPartMessage(text: Markdown, name: string, at: string): string {
  const [part, block] = [`{% ${name} %}`, `{% ${parentBlockOf(name)} %}`];
  const lacks = `${part} belongs in ${block}, and this place is in none. Give ${block} around it`;
  const parts = text.liquid.filter((one) => one.name === name);
  const last = parts.at(-1);
  if (!last) return `${lacks}.`;
  const byText = `replace_text the end of another ${part}, as in line ${text.lineOf(last.end)}, with that end and the new text`;
  const places = placesWithin(text, parts);
  const place = at === 'start' ? places[0] : places.at(-1);
  if (place === undefined) return `${lacks}, or ${byText}.`;
  const heading = fencedInline(
    JSON.stringify(namesOf(text.sections)[place]?.slice(0, MAX_NAME)),
    'heading of the page',
  );
  return `${lacks}, name a heading in one as before or after, such as ${heading}, or ${byText}.`;
}

/** The indexes of the sections in any of these blocks. */
function placesWithin(text: Markdown, blocks: readonly Enclosure[]): number[] {
  let next = 0;
  let end = 0;
  return [...text.sections.entries()].flatMap(([place, { start }]) => {
    for (; (blocks[next]?.start ?? start) < start; next += 1) {
      end = Math.max(end, (blocks[next] as Enclosure).end);
    }
    return start < end ? place : [];
  });
}
