import type { Span } from './ranges.ts';

/** A tag of liquid, outside of what is not rendered. */
export interface Branch {
  name: string;
  /** What follows the name. */
  inner: string;
  start: number;
  end: number;
}

/** A block that is open, and the part of it that is read. */
interface LiquidBlock {
  name: string;
  /** The end of the tag that began the part. */
  from: number;
  /** Whether no reader sees the part. */
  isDead: boolean;
  /** Whether a part before it is always shown, so that no later one is. */
  isDecided: boolean;
}

/** A name, other than those of constants and operators, in a condition whose strings are blanked. */
const NAME = /(?!(?:true|false|nil|null|none|empty|blank|and|or|not|contains)\b)\b[a-z_]\w*/i;
const STRING = /"[^"]*"|'[^']*'/g;

/** Lists over which a loop repeats nothing. */
const EMPTY = /^(?:\(\s*\)|\[\s*\]|""|''|nil|null|none|empty|blank|false|true|[\d.]+)$/i;
const LIST = /^\S+\s+in\s+(\((?:[^()]*)\)|\S+)/;
const RANGE = /^\(\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*\)$/;

/** A loop over a range of constants. */
const RANGE_LOOP = /^\S+\s+in\s+\(\s*-?\d{1,9}\s*\.\.\s*-?\d{1,9}\s*\)/;

const NOTHING = /\blimit\s{0,9}:\s{0,9}0(?!\d)/;
const OFFSET = /\boffset\s{0,9}:\s{0,9}(\d{1,9})/;

const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'tablerow']);
const PARTS = new Set(['else', 'elsif', 'when']);
const LOOPS = new Set(['for', 'tablerow']);
/** Tags behind which nothing of the block around them is shown. */
const LEAVING = new Set(['break', 'continue']);

/** The parts of conditions and loops that no reader sees, because their conditions are constants. */
export function branchesOf(tags: readonly Branch[]): Span[] {
  const ranges: Span[] = [];
  const open: LiquidBlock[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  for (const tag of tags) {
    const block = open.at(-1);
    if (BLOCKS.has(tag.name)) {
      open.push(startBlock(tag));
      count(tag.name, 1);
    } else if (block && PARTS.has(tag.name)) {
      if (block.isDead) ranges.push([block.from, tag.start]);
      Object.assign(block, partOf(block, tag));
    } else if (block && LEAVING.has(tag.name) && open.some(({ name }) => LOOPS.has(name))) {
      if (!block.isDead) Object.assign(block, { from: tag.end, isDead: true });
    } else if (tag.name.startsWith('end') && counts.get(tag.name.slice(3))) {
      for (let last = open.pop(); last; last = open.pop()) {
        count(last.name, -1);
        if (last.isDead) ranges.push([last.from, tag.start]);
        if (tag.name === `end${last.name}`) break;
      }
    }
  }
  return ranges;
}

function startBlock({ name, inner, end }: Branch): LiquidBlock {
  if (LOOPS.has(name)) {
    const isDead = isEmptyLoop(inner);
    return { name, from: end, isDead, isDecided: !isDead && RANGE_LOOP.test(inner) };
  }
  const truth = truthOf(inner);
  // Between `case` and the first `when`, nothing is shown.
  if (name === 'case') return { name, from: end, isDead: true, isDecided: truth !== undefined };
  const [shown, never] = name === 'unless' ? [false, true] : [true, false];
  // A comparison of constants is there to hide something, so all its parts count as hidden.
  return {
    ...{ name, from: end },
    isDead: truth !== undefined && truth !== shown,
    isDecided: truth !== undefined && truth !== never,
  };
}

function partOf(block: LiquidBlock, { name, inner, end }: Branch): Partial<LiquidBlock> {
  const truth = name === 'elsif' ? truthOf(inner) : undefined;
  return {
    from: end,
    isDead: block.isDecided || (truth !== undefined && truth !== true),
    isDecided: block.isDecided || (truth !== undefined && truth !== false),
  };
}

/** Whether a condition holds for everybody or for nobody; `constant` if that takes a comparison. */
type Truth = boolean | 'constant' | undefined;

/** The truth of a condition, as far as its constants determine it. Liquid reads `and` and `or` from right to left. */
function truthOf(condition: string): Truth {
  const [last = '', ...before] = condition
    .replaceAll(STRING, '""')
    .split(/\s(and|or)\s/)
    .reverse();
  let truth = truthOfPart(last);
  for (let at = 0; at + 1 < before.length; at += 2) {
    const other = truthOfPart(before[at + 1] ?? '');
    truth = before[at] === 'and' ? joined(truth, other, false) : joined(truth, other, true);
  }
  return truth;
}

/** Two parts of a condition of which one that has the truth `strong` decides. */
function joined(one: Truth, other: Truth, strong: boolean): Truth {
  if (one === strong || other === strong) return strong;
  if (one === !strong) return other;
  if (other === !strong) return one;
  return one === 'constant' || other === 'constant' ? 'constant' : undefined;
}

function truthOfPart(written: string): Truth {
  const part = written.trim();
  if (part === 'true' || part === 'false') return part === 'true';
  return part === '' || NAME.test(part) ? undefined : 'constant';
}

function isEmptyLoop(inner: string): boolean {
  const list = LIST.exec(inner)?.[1]?.trim() ?? '';
  if (EMPTY.test(list) || NOTHING.test(inner)) return true;
  const [, from, to] = RANGE.exec(list) ?? [];
  if (from === undefined || to === undefined) return false;
  const skipped = Number(OFFSET.exec(inner)?.[1] ?? 0);
  return Number(to) - Number(from) + 1 - skipped <= 0;
}
