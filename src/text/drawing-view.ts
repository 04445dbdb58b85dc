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

const TEXTS = new Set(['text', 'tspan', 'textpath']);

/** The view of an element of a drawing, within that of the element around it. */
export function viewOf(
  name: string,
  attributes: Attributes,
  within: DrawingView | undefined,
): DrawingView | undefined {
  const box = name === 'svg' ? boxIn(attributes.viewbox ?? '') : undefined;
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
  if (!TEXTS.has(name)) return false;
  if (letter * scale < LEAST_LETTER) return true;
  if (!box || name !== 'text') return false;
  const [x, y] = [attributes.x, attributes.y].map((place) => pixelsOf(place ?? '0'));
  if (x === undefined || y === undefined) return false;
  const [left, top, width, height] = box;
  const isBefore = x < left - LONGEST_LINE || y < top - letter;
  return isBefore || x > left + width || y > top + height + letter;
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
