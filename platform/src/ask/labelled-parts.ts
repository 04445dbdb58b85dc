import type { MarkedSection, Sentence } from './marks.ts';
import type { QuestionPart } from './question.ts';
import { quotedMessage } from './sentences.ts';

/** What follows this is announced. */
const ANNOUNCES = /[:：]$/;

/**
 * The parts of a section that its labels name, each as a section under this heading, and the lines that none names. A
 * question for steps, for all things of a kind or for a comparison wants the section as a whole.
 */
export function labelledParts(section: MarkedSection, part: QuestionPart): MarkedSection[] {
  const isWhole =
    part.form === 'steps' ||
    part.form === 'list' ||
    part.compared.length > 0 ||
    quotedMessage(part.said) !== undefined;
  if (isWhole || !section.blocks.some(isLabel)) return [section];
  const above = [...section.above, ...section.heading];
  return runsOf(section.blocks).flatMap((blocks, at): MarkedSection[] => {
    const [label, ...named] = blocks;
    if (!label) return [];
    if (isLabel(label)) {
      return named.length > 0
        ? [{ ...section, above, heading: label.tokens, label: label.text, blocks: named }]
        : [];
    }
    const isAnnounced = at === 0 && ANNOUNCES.test(blocks.at(-1)?.text ?? '');
    return [isAnnounced ? section : { ...section, blocks }];
  });
}

function isLabel({ role }: Sentence): boolean {
  return role === 'label';
}

/** The blocks from each label, or from the end of what one names, to the next. */
function runsOf(blocks: readonly Sentence[]): Sentence[][] {
  const runs: Sentence[][] = [];
  for (const block of blocks) {
    const run = runs.at(-1);
    const isStart = isLabel(block) || block.role === 'unlabelled';
    if (run && (!isStart || run.at(-1)?.line === block.line)) run.push(block);
    else runs.push([block]);
  }
  return runs;
}
