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

/** Names, without those of constants and operators, in a condition whose strings are blanked. */
const NAME = /(?!(?:true|false|nil|null|none|empty|blank|and|or|not|contains)\b)\b[a-z_]\w*/i;
const STRING = /"[^"]*"|'[^']*'/g;

/** What is empty wherever it is repeated. */
const EMPTY = /^(?:\(\s*\)|\[\s*\]|""|''|nil|null|none|empty|blank|false|true|[\d.]+)$/i;
const LIST = /^\S+\s+in\s+(\((?:[^()]*)\)|\S+)/;
const RANGE = /^\(\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*\)$/;

const NOTHING = /\blimit\s{0,9}:\s{0,9}0(?!\d)/;
const OFFSET = /\boffset\s{0,9}:\s{0,9}(\d{1,9})/;

const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'tablerow']);
const PARTS = new Set(['else', 'elsif', 'when']);

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
  if (name === 'for' || name === 'tablerow') {
    return { name, from: end, isDead: isEmptyLoop(inner), isDecided: false };
  }
  const isConstant = isConstantCondition(inner);
  // Between `case` and the first `when`, nothing is shown.
  if (name === 'case') return { name, from: end, isDead: true, isDecided: isConstant };
  const [shown, never] = name === 'unless' ? ['false', 'true'] : ['true', 'false'];
  // A comparison of constants is there to hide something, so all its parts count as hidden.
  return {
    ...{ name, from: end },
    isDead: isConstant && inner !== shown,
    isDecided: isConstant && inner !== never,
  };
}

function partOf(block: LiquidBlock, { name, inner, end }: Branch): Partial<LiquidBlock> {
  const isConstant = name === 'elsif' && isConstantCondition(inner);
  return {
    from: end,
    isDead: block.isDecided || (isConstant && inner !== 'true'),
    isDecided: block.isDecided || (isConstant && inner !== 'false'),
  };
}

/** Whether a condition names nothing that could differ. */
function isConstantCondition(condition: string): boolean {
  return condition !== '' && !NAME.test(condition.replaceAll(STRING, '""'));
}

function isEmptyLoop(inner: string): boolean {
  const list = LIST.exec(inner)?.[1]?.trim() ?? '';
  if (EMPTY.test(list) || NOTHING.test(inner)) return true;
  const [, from, to] = RANGE.exec(list) ?? [];
  if (from === undefined || to === undefined) return false;
  const skipped = Number(OFFSET.exec(inner)?.[1] ?? 0);
  return Number(to) - Number(from) + 1 - skipped <= 0;
}
