import { sizesIn } from './css-math.ts';
import { isFar } from './hiding-clip.ts';
import { degreesOf } from './hiding-color.ts';
import { LEAST_WIDTH } from './hiding-room.ts';

type Style = ReadonlyMap<string, string>;

/** Below this scale, nothing can be read. */
const LEAST_SCALE = 0.2;

/** Letters that are scaled up by more are larger than the page. */
const MOST_SCALE = 30;

/** Whatever comes this close to the eye, in pixels, may be behind it. */
const CLOSE = 100;

const FUNCTION = /(?<![a-z0-9])([a-z0-9]+)\(([^()]*)/g;

/** What the functions of a transformation add up to. */
interface Sum {
  /** Degrees around the axes that lie in the page. */
  turns: Record<'x' | 'y', number>;
  moved: [right: number, down: number];
}

/** Whether the transformations of a style leave nothing to read of its element. */
export function isTransformedAway(value: string, style: Style): boolean {
  const sum: Sum = { turns: turnsOf(style.get('rotate') ?? ''), moved: [0, 0] };
  for (const [, name = '', list = ''] of value.matchAll(FUNCTION)) {
    if (isFunctionAway(name, list, sum, style)) return true;
  }
  return sum.moved.some(isFar) || isTurnedAway(sum.turns, style);
}

function isFunctionAway(name: string, list: string, sum: Sum, style: Style): boolean {
  const sizes = sizesIn(list, name.startsWith('scale') ? 0.01 : 1);
  const [first = 0, second = 0, third = 0] = sizes;
  if (name === 'perspective') return first < LEAST_WIDTH;
  if (name.startsWith('translate')) {
    const [right, down] = name === 'translatey' ? [0, first] : [first, second];
    if (name !== 'translatez') sum.moved = [sum.moved[0] + right, sum.moved[1] + down];
    return sizes.some(isFar) || (name === 'translatez' ? first : third) >= CLOSE;
  }
  if (name.startsWith('scale')) return sizes.some(isScaledAway);
  if (name === 'matrix') return isMatrixAway(sizes);
  if (name === 'matrix3d') return isSpaceMatrixAway(sizes);
  if (name === 'rotatex' || name === 'rotatey') {
    sum.turns[name === 'rotatex' ? 'x' : 'y'] += degreesOf(list);
  }
  if (name === 'rotate3d') return isOnEdge(degreesOf(list.split(',')[3] ?? ''), style);
  return name.startsWith('skew') && isSkewedAway(list.split(','));
}

/** Whether a scale leaves letters too small, or too large, to read. */
export function isScaledAway(share: number): boolean {
  return Math.abs(share) < LEAST_SCALE || Math.abs(share) > MOST_SCALE;
}

/** Whether the angle and axis of the property `rotate`, in either order, turn an element away. */
export function isRotatedAway(value: string, style: Style): boolean {
  const isInSpace = /^\S+ \S+ \S+ /.test(value);
  const degrees = degreesOf(value.slice(value.lastIndexOf(' ') + 1));
  return isInSpace ? isOnEdge(degrees, style) : isTurnedAway(turnsOf(value), style);
}

function turnsOf(rotate: string): Sum['turns'] {
  const words = rotate.split(' ');
  const angle = degreesOf(words.find((word) => /\d/.test(word)) ?? '0');
  return { x: words.includes('x') ? angle : 0, y: words.includes('y') ? angle : 0 };
}

function isTurnedAway({ x, y }: Sum['turns'], style: Style): boolean {
  return isOnEdge(x, style) || isOnEdge(y, style);
}

/** Turned edge-on, or so that only its hidden back is visible. */
function isOnEdge(degrees: number, style: Style): boolean {
  const turned = Math.abs(degrees) % 180;
  const hasBack = style.get('backface-visibility') !== 'hidden';
  return Math.abs(turned - 90) < 6 || (!hasBack && Math.abs(degrees) >= 90);
}

/** Whether a matrix presses all into a line, or moves it away. */
function isMatrixAway([a = 1, b = 0, c = 0, d = 1, ...moved]: readonly number[]): boolean {
  const isPressed = Math.abs(a * d - b * c) < LEAST_SCALE ** 2;
  return isPressed || [Math.hypot(a, b), Math.hypot(c, d)].some(isScaledAway) || moved.some(isFar);
}

/** The same in space, where the last row also decides what is behind the eye. */
function isSpaceMatrixAway(matrix: readonly number[]): boolean {
  const [a = 1, b = 0, , , c = 0, d = 1] = matrix;
  const [last = 1] = matrix.slice(15);
  const isBent = [3, 7, 11].some((at) => (matrix[at] ?? 0) !== 0);
  return (
    isBent || isScaledAway(last) || last < 0 || isMatrixAway([a, b, c, d, ...matrix.slice(12, 15)])
  );
}

/** Slanted so much, or so much along both axes, that letters become lines. */
function isSkewedAway(angles: readonly string[]): boolean {
  const degrees = angles.map((angle) => degreesOf(angle) % 180);
  if (degrees.some((angle) => Math.abs(angle / 90) > 0.9 && Math.abs(angle) < 99)) return true;
  const [x = 0, y = 0] = degrees.map((angle) => Math.tan((angle * Math.PI) / 180));
  return Math.abs(1 - x * y) < LEAST_SCALE;
}
