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

/** Insets that add up to as many pixels leave nothing of a line. */
const HEIGHT_OF_LINES = 100;

/** The usual size of the page in the unit of its places: pixels, or tenths of a percent. */
const PAGE = 1000;

/** Whether the insets from opposite sides meet, given by `full` together; missing ones are those of the other side. */
function isInsetAway(insets: readonly number[], full: number): boolean {
  const [top = 0, right = top, bottom = top, left = right] = insets;
  return top + bottom >= full || left + right >= PAGE * 0.95;
}

/** Whether a rectangle, given by the places of its sides, has next to no area. */
export function isFlatRect([top = 0, right = 0, bottom = 0, left = 0]: readonly number[]): boolean {
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
  if (shape === 'url' || shape === 'shape') return true;
  const sizes = sizesIn(list, 10);
  if (shape === 'inset') {
    const [insets = ''] = list.split('round');
    const pixels = sizesIn(insets, 0);
    return isInsetAway(sizesIn(insets, 10), PAGE * 0.95) || isInsetAway(pixels, HEIGHT_OF_LINES);
  }
  if (shape === 'circle' || shape === 'ellipse') return isRoundAway(list);
  if (shape === 'xywh') {
    const [x = 0, y = 0, width = 0, height = 0] = sizes;
    return isOff(x, x + width) || isOff(y, y + height);
  }
  if (shape === 'polygon') {
    return [0, 1].some((axis) => {
      const places = sizes.filter((_, index) => index % 2 === axis);
      return isOff(Math.min(...places), Math.max(...places));
    });
  }
  if (shape === 'rect' && !list.includes('auto')) return isFlatRect(sizes);
  const isDrawn = shape === 'path' || shape === 'rect';
  return isDrawn && Math.max(0, ...sizes) < LEAST_LETTER;
}

/** The same for a circle or an ellipse, given by its radii and by the place of its center. */
function isRoundAway(list: string): boolean {
  const [before = '', behind = ''] = list.split(/\bat\b/);
  const radii = sizesIn(before, 10);
  if (radii.some((size) => size < LEAST_LETTER)) return true;
  const [radius = before.includes('farthest') ? PAGE : 0] = radii;
  return sizesIn(behind, 10).some((place, axis) => {
    const reach = radii[axis] ?? radius;
    return place + reach < LEAST_LETTER || place - reach >= PAGE;
  });
}
