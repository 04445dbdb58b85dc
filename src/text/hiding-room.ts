import { sizesIn } from './css-math.ts';

type Style = ReadonlyMap<string, string>;

/** Nothing can be read in a lower or narrower rest of a box that cuts off its content. */
export const LEAST_HEIGHT = 6;
export const LEAST_WIDTH = 10;

/** The usual height of letters. */
export const LETTER = 16;

/** Whether content that leaves the box can neither be seen nor scrolled to. */
function isClosed(style: Style): boolean {
  if (/paint|strict|content/.test(style.get('contain') ?? '') || style.has('clip-path'))
    return true;
  return ['overflow', 'overflow-x', 'overflow-y'].some((name) =>
    /hidden|clip/.test(style.get(name) ?? ''),
  );
}

/** The height of a line in pixels; a number without a unit is a share of the letters. */
export function lineHeightOf(written: string): number | undefined {
  const [size] = sizesIn(written, LETTER / 100);
  return size === undefined || /[a-z%]$/.test(written) ? size : size * LETTER;
}

/** The height that is left for the content of a box that cuts it off, given what the boxes around it leave. */
export function heightFor(style: Style, around: number | undefined): number | undefined {
  const before =
    sizeOf(style, ['padding-top', 'padding-block-start'], around) ?? paddingOf(style, 0);
  const moved =
    (sizeOf(style, ['margin-top', 'margin-block-start'], around) ?? 0) + shiftOf(style, around);
  const line = lineHeightOf(style.get('line-height') ?? '') ?? LETTER;
  // A text is in the middle of its line.
  const lowered = Math.max(0, (line - LETTER) / 2);
  const left = around === undefined ? around : around - before - moved - lowered;
  const own = roomOf(style, ['height', 'max-height', 'block-size', 'max-block-size'], {
    before,
    behind: sizeOf(style, ['padding-bottom', 'padding-block-end'], around) ?? paddingOf(style, 2),
  });
  return own === undefined ? left : Math.min(own - lowered, left ?? own);
}

/** How far an element is moved down, and its content below its border. */
export function shiftOf(style: Style, around = 1000): number {
  const down = style.has('position') ? sizesIn(style.get('top') ?? '', around / 100)[0] : 0;
  const [, moved = 0] = sizesIn(style.get('translate') ?? '', 0);
  const list = /translate(y?)\(([^()]*)/.exec(style.get('transform') ?? '');
  const transformed = sizesIn(list?.[2] ?? '', 0)[list?.[1] ? 0 : 1] ?? 0;
  const [border = 0] = sizesIn(style.get('border-top') ?? style.get('border') ?? '', 0);
  return (down ?? 0) + moved + transformed + border;
}

/** The width that is left for the content of a box that cuts it off. */
export function widthFor(style: Style): number | undefined {
  return roomOf(style, ['width', 'max-width', 'inline-size', 'max-inline-size'], {
    before: sizeOf(style, ['padding-left', 'padding-inline-start']) ?? paddingOf(style, 3),
    behind: sizeOf(style, ['padding-right', 'padding-inline-end']) ?? paddingOf(style, 1),
  });
}

/** What a box shows behind its first padding, which its size may include. */
function roomOf(
  style: Style,
  names: readonly string[],
  { before, behind }: { before: number; behind: number },
): number | undefined {
  const size = isClosed(style) ? sizeOf(style, names) : undefined;
  if (size === undefined) return undefined;
  return style.get('box-sizing') === 'border-box' ? Math.max(size - before, behind) : size + behind;
}

function sizeOf(style: Style, names: readonly string[], around = 1000): number | undefined {
  const sizes = names.flatMap((name) => sizesIn(style.get(name) ?? '', around / 100).slice(0, 1));
  return sizes.length > 0 ? Math.min(...sizes) : undefined;
}

/** The padding of a side by the form for all: top, right, bottom and left. */
function paddingOf(style: Style, side: number): number {
  const [top = 0, right = top, bottom = top, left = right] = sizesIn(
    style.get('padding') ?? '',
    10,
  );
  return [top, right, bottom, left][side] ?? 0;
}
