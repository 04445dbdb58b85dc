import { sizesIn } from './css-math.ts';
import { LEAST_HEIGHT, shiftOf } from './hiding-room.ts';

type Style = ReadonlyMap<string, string>;

/** The usual width of the page in pixels, and the part of it that insets may take from both sides together. */
const PAGE = 1_000;
const MOST_INSET = PAGE * 0.95;

/** A wider or higher box has most of its content outside of the page. */
export const LARGEST = 3_000;

/** A track of a grid without a size. */
const EMPTY_TRACK = /(?:^|\/ ?)(?:"[^"]*" ?|\[[^\]]*\] ?)*0(?:px|fr|%|[a-z]{2,3})?(?= |\/|$)/;

const SIDES = [
  ['left', 'right', 3, 1],
  ['top', 'bottom', 0, 2],
] as const;

export function isCutOff(style: Style): boolean {
  const isContained = /paint|strict|content/.test(style.get('contain') ?? '');
  return isContained || /hidden|clip|scroll|auto|overlay/.test(overflowOf(style));
}

function overflowOf(style: Style): string {
  return ['overflow', 'overflow-x', 'overflow-y'].map((name) => style.get(name) ?? '').join(' ');
}

/** Whether a grid gives its first track no size, so that content that is cut off cannot be seen. */
export function isEmptyGrid(value: string): boolean {
  return EMPTY_TRACK.test(value);
}

/** Whether a box is so wide or high that its content is outside of the page. */
export function isHuge(value: string): boolean {
  return sizesIn(value, 0).some((size) => size >= LARGEST);
}

/** Whether a box that cuts off its content has no size, because its sides meet or its content does not count. */
export function isEmptyBox(style: Style): boolean {
  if (!isCutOff(style)) return false;
  const container = `${style.get('container') ?? ''} ${style.get('container-type') ?? ''}`;
  if (/(?:^|[ /])size\b/.test(container)) return true;
  if (container.includes('inline-size') && isAsWideAsContent(style)) return true;
  const [margin = 0] = sizesIn(style.get('overflow-clip-margin') ?? '', 0);
  return (
    margin < 0 || isThin(style) || ['inset', 'margin', 'padding'].some((name) => meet(name, style))
  );
}

function isAsWideAsContent(style: Style): boolean {
  const isAside = /absolute|fixed/.test(style.get('position') ?? '') || style.has('float');
  return isAside || /^inline-/.test(style.get('display') ?? '');
}

/** Whether its proportions make a box as flat as a line. */
function isThin(style: Style): boolean {
  const [across, down = 1] = sizesIn(style.get('aspect-ratio') ?? '', 1);
  if (across === undefined) return false;
  const [width = PAGE] = sizesIn(style.get('width') ?? '', PAGE / 100);
  const [height] = sizesIn(style.get('height') ?? '', PAGE / 100);
  if (height !== undefined) return (height * across) / down < LEAST_HEIGHT;
  return (width * down) / across < LEAST_HEIGHT;
}

/** Whether the distances from opposite sides leave nothing between them. */
function meet(name: string, style: Style): boolean {
  const all = sizesIn(style.get(name) ?? '', PAGE / 100);
  const [top = 0, right = top, bottom = top, left = right] = all;
  const given = [top, right, bottom, left];
  return SIDES.some(([before, behind, first, last]) => {
    const axis = before === 'left' ? 'inline' : 'block';
    const both = sizesIn(style.get(`${name}-${axis}`) ?? '', PAGE / 100);
    const sideOf = (side: string, at: number) => {
      const own = style.get(name === 'inset' ? side : `${name}-${side}`) ?? '';
      return (
        sizesIn(own, PAGE / 100)[0] ?? both[at === first ? 0 : both.length - 1] ?? given[at] ?? 0
      );
    };
    const isVertical = before === 'top' && name !== 'inset';
    return !isVertical && sideOf(before, first) + sideOf(behind, last) >= MOST_INSET;
  });
}

/** A text that is moved by more than a line, or than most of its own size, leaves a box as high as itself. */
const LINE = 16;
const MOST_OF_ITSELF = 90;

/** Whether a box shows nothing outside of itself, whatever moves there. */
export function isClosedBox(style: Style): boolean {
  return isCutOff(style) || style.has('clip-path') || style.has('mask') || style.has('mask-image');
}

/** Whether an element is moved out of a box around it that shows nothing outside of itself. */
export function isMovedOut(style: Style): boolean {
  const isPlaced = ['left', 'top', 'right', 'bottom', 'inset'].some((name) => style.has(name));
  const moved = `${style.get('translate') ?? ''} ${style.get('transform') ?? ''}`;
  const isAside = moved
    .split(/[\s,(]/)
    .some((size) => /%/.test(size) && Math.abs(Number.parseFloat(size)) >= MOST_OF_ITSELF);
  if (isAside && !moved.includes('scale') && !isPlaced) return true;
  const [above = 0] = sizesIn(style.get('margin-top') ?? '', PAGE / 100);
  return above + shiftOf(style) <= -LINE;
}
