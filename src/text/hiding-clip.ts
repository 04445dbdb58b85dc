import { sizesIn } from './css-math.ts';

/** Smaller letters cannot be read. */
export const LEAST_LETTER = 3;

/** Moved by this many pixels up or left, or by that many down or right, an element has left the page. */
const AWAY_BEFORE = -100;
const AWAY_BEHIND = 1000;

/** Whether something that is moved by this many pixels has left the page. */
export function isFar(size: number): boolean {
  return size <= AWAY_BEFORE || size >= AWAY_BEHIND;
}

/** An inset from one side of as many pixels, or from both together, leaves nothing of a line. */
const HEIGHT_OF_LINE = 16;
const HEIGHT_OF_LINES = 30;

/** The usual size of the page in the unit of its places: pixels, or tenths of a percent. */
const PAGE = 1000;

/** Whether the insets from opposite sides meet, given by `full` together; missing ones are those of the other side. */
function isInsetAway(insets: readonly number[], full: number): boolean {
  const [top = 0, right = top, bottom = top, left = right] = insets;
  return top + bottom >= full || left + right >= PAGE * 0.95;
}

/** Whether a rectangle, given by the places of its sides, has next to no area. */
function isFlatRect([top = 0, right = 0, bottom = 0, left = 0]: readonly number[]): boolean {
  return bottom - top <= 2 || right - left <= 2;
}

/** Whether nothing of a range of places on one axis is on the page, or next to nothing. */
function isOff(from: number, to: number): boolean {
  return to < LEAST_LETTER || from >= PAGE || to - from < LEAST_LETTER;
}

/** Whether a shape to which an element is clipped shows next to nothing of it. */
export function isClipped(value: string): boolean {
  const [, shape = '', list = ''] = /(?<![a-z])([a-z]+)\(([^()]*)/.exec(value) ?? [];
  // The shape is elsewhere, or has a syntax of its own.
  if (['url', 'shape', 'path'].includes(shape)) return true;
  const sizes = sizesIn(list, 10);
  if (shape === 'inset') {
    const [insets = ''] = list.split('round');
    const pixels = sizesIn(insets, 0);
    const [above = 0, , below = above] = pixels;
    const isOneAway = Math.max(above, below) >= HEIGHT_OF_LINE;
    return (
      isOneAway ||
      isInsetAway(sizesIn(insets, 10), PAGE * 0.95) ||
      isInsetAway(pixels, HEIGHT_OF_LINES)
    );
  }
  if (shape === 'circle' || shape === 'ellipse') return isRoundAway(list);
  if (shape === 'xywh') {
    const [x = 0, y = 0, width = 0, height = 0] = sizes;
    const [, down = 0] = sizesIn(list, 0);
    return isOff(x, x + width) || isOff(y, y + height) || down >= HEIGHT_OF_LINE;
  }
  if (shape === 'polygon') {
    // Where it overlaps itself, such a shape has holes.
    if (list.includes('evenodd') || areaOf(sizes) < LEAST_LETTER * PAGE) return true;
    return [0, 1].some((axis) => {
      const places = sizes.filter((_, index) => index % 2 === axis);
      return isOff(Math.min(...places), Math.max(...places));
    });
  }
  return shape === 'rect' && isRectAway(list);
}

/** Whether a rectangle shows next to nothing, or begins below a line. */
export function isRectAway(list: string): boolean {
  const [top = 0] = sizesIn(list, 0);
  if (!/^\s*auto/.test(list) && top >= HEIGHT_OF_LINE) return true;
  const [, , , left = ''] = list.split(/[\s,]+/);
  if ((sizesIn(left, 10)[0] ?? 0) >= PAGE) return true;
  const sizes = sizesIn(list, 10);
  return list.includes('auto') ? Math.max(0, ...sizes) < LEAST_LETTER : isFlatRect(sizes);
}

/** Twice the area of a polygon, by the places of its corners. */
function areaOf(places: readonly number[]): number {
  let area = 0;
  for (let at = 0; at + 1 < places.length; at += 2) {
    const [x = 0, y = 0] = places.slice(at);
    const [nextX = 0, nextY = 0] = at + 3 < places.length ? places.slice(at + 2) : places;
    area += x * nextY - nextX * y;
  }
  return Math.abs(area);
}

/** The same for a circle or an ellipse, given by its radii and by the place of its center. */
function isRoundAway(list: string): boolean {
  const [before = '', behind = ''] = list.split(/\bat\b/);
  const radii = sizesIn(before, 10);
  if (radii.some((size) => size < LEAST_LETTER)) return true;
  const [radius = before.includes('farthest') ? PAGE : 0] = radii;
  // Without a radius it ends at the closest side, where it is placed.
  const isAtSide = /top|right|bottom|left/.test(behind) && !/\d/.test(behind);
  if (isAtSide && radii.length === 0 && !before.includes('farthest')) return true;
  return sizesIn(behind, 10).some((place, axis) => {
    const reach = radii[axis] ?? radius;
    return place + reach < LEAST_LETTER || place - reach >= PAGE * 0.95;
  });
}
