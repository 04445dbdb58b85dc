/** What a drawing shows of its coordinates, and how large. */
export interface DrawingView {
  /** Pixels of one unit. */
  scale: number;
  /** The visible rectangle; undefined if a transformation moves the content. */
  box?: readonly [x: number, y: number, width: number, height: number];
}

type Attributes = Readonly<Record<string, string>>;

/** Width and height of a drawing that states none, in pixels. */
const PAGE_WIDTH = 1_000;

/** Smaller letters cannot be read. */
const LEAST_LETTER = 3;

/** A longer line to the left of the visible rectangle does not reach it. */
const LONGEST_LINE = 1_000;

/** The height of capitals, as a share of that of letters with all their parts. */
const TALLEST = 0.8;

const TEXTS = new Set(['text', 'tspan', 'textpath']);

/** The size of a drawing that states neither a size nor coordinates. */
const DEFAULT_SIZE = { width: '300', height: '150' };

/** The view of an element of a drawing, within that of the element around it. */
export function viewOf(
  name: string,
  attributes: Attributes,
  within: DrawingView | undefined,
): DrawingView | undefined {
  const box = name === 'svg' ? boxIn(attributes.viewbox ?? '') : undefined;
  if (name === 'svg' && !within && !attributes.viewbox) {
    const { style, overflow } = attributes;
    return (style ?? overflow) ? undefined : { scale: 1, box: ownBox(attributes) };
  }
  if (box) {
    const [, , width, height] = box;
    const sides = [pixelsOf(attributes.width) / width, pixelsOf(attributes.height) / height].filter(
      (side) => !Number.isNaN(side),
    );
    const scale = sides.length > 0 ? Math.min(...sides) : PAGE_WIDTH / width;
    return { scale: scale * (within?.scale ?? 1), box };
  }
  if (!within?.box) return within;
  const { transform, style } = attributes;
  const moved =
    name === 'svg' && transform === undefined ? shiftOf(attributes) : translationOf(transform);
  if (!moved || style !== undefined) return { scale: within.scale };
  const [x, y, width, height] = within.box;
  return { scale: within.scale, box: [x - moved[0], y - moved[1], width, height] };
}

/** Whether a text of a drawing is too small, or outside of what the drawing shows. */
export function isOutOfView(
  name: string,
  attributes: Attributes,
  letter: number,
  { scale, box }: DrawingView,
): boolean {
  if (name === 'foreignobject') return isFrameOutOfView(attributes, box);
  if (!TEXTS.has(name)) return false;
  if (letter * scale < LEAST_LETTER) return true;
  if (!box) return false;
  // A part of a text that is not placed at all follows the part before it.
  const place = (at: string | undefined, by: string | undefined) =>
    pixelsOf(at ?? (name === 'text' || by !== undefined ? '0' : undefined)) + (pixelsOf(by) || 0);
  const x = place(attributes.x, attributes.dx);
  const y = place(attributes.y, attributes.dy);
  const [left, top, width, height] = box;
  // A text that ends at its place extends to the left of it.
  const isReversed = attributes.direction === 'rtl';
  const reach = (attributes['text-anchor'] === 'end') !== isReversed ? 0 : LONGEST_LINE;
  const isBefore = x <= left - reach || y < top - letter;
  return isBefore || x > left + width || y > top + height + letter * TALLEST;
}

/** Whether a part of a page in a drawing has no size, which it has to state, or is outside of what the drawing shows. */
function isFrameOutOfView(attributes: Attributes, box: DrawingView['box']): boolean {
  if (attributes.style !== undefined) return false;
  if (attributes.width === undefined || attributes.height === undefined) return true;
  if (!box) return false;
  const [x, y] = [pixelsOf(attributes.x ?? '0'), pixelsOf(attributes.y ?? '0')];
  const [left, top, width, height] = box;
  const isBefore = x + pixelsOf(attributes.width) < left || y + pixelsOf(attributes.height) < top;
  return isBefore || x > left + width || y > top + height;
}

/** The rectangle of a drawing that has only a size. */
function ownBox(attributes: Attributes): DrawingView['box'] {
  const { width, height } = { ...DEFAULT_SIZE, ...attributes };
  const [right, down] = [pixelsOf(width), pixelsOf(height)];
  // Another unit or a percentage could be any size.
  return [0, 0, right || Number.POSITIVE_INFINITY, down || Number.POSITIVE_INFINITY];
}

/** How far a transformation moves its content; undefined if it does anything else. */
function translationOf(transform: string | undefined): readonly [number, number] | undefined {
  if (transform === undefined) return [0, 0];
  const list = /^translate\(([^()]*)\)$/.exec(transform.trim())?.[1] ?? '?';
  const [x, y = '0'] = list.trim().split(/[\s,]+/);
  return shiftOf({ x: x ?? '', y });
}

/** The place of an element; undefined if it depends on something else. */
function shiftOf({ x = '0', y = '0' }: Attributes): readonly [number, number] | undefined {
  const [right, down] = [pixelsOf(x), pixelsOf(y)];
  return Number.isNaN(right + down) ? undefined : [right, down];
}

function boxIn(written: string): DrawingView['box'] {
  const [x, y, width, height, ...more] = written
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (more.length > 0 || height === undefined || !(Number(width) > 0 && height > 0))
    return undefined;
  return [Number(x), Number(y), Number(width), height];
}

/** A size in pixels; not a number if it depends on something else. */
function pixelsOf(size: string | undefined): number {
  return size !== undefined && /^\s*[+-]?[\d.]+(?:px)?\s*$/.test(size)
    ? Number.parseFloat(size)
    : Number.NaN;
}
