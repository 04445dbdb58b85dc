import type { MarkedSection } from './marks.ts';

/** The form in which a question wants its answer. */
export type AnswerForm = 'list' | 'needs' | 'steps' | undefined;

/** `Which formats are …`, with the noun for the items of the list. */
const LISTED =
  /^(?:what|which) (?!happens )(?:\w+ ){0,3}?(\w{3,}s) (?:are|can|does|do|may|should|will)\b/i;

const ASKS: readonly (readonly [Exclude<AnswerForm, undefined>, RegExp])[] = [
  [
    'needs',
    /^what (?:do (?:i|we|you) need|is (?:needed|required)|are the (?:prerequisites|requirements)|(?:permissions?|privileges?|rights|roles?) (?:do|does|are|is) )/i,
  ],
  [
    'steps',
    /^(?:how (?:do|can|could|to|should|would|must) |what (?:are|is) the (?:procedure|process|steps?|way) (?:for|of|to) |wie (?:kann|mache|muss) |comment )/i,
  ],
  ['list', LISTED],
];

const NEEDS =
  /\b(?:mandatory|must|needs?|needed|prerequisites?|required?|requires|requirements?)\b/i;

/** How a step of instructions begins. */
const STEP =
  /^(?:please )?(?:(?:step )?\d+[.):]|(?:access|add|ask|choose|click|configure|connect|contact|copy|create|download|enable|enter|fill|generate|go|install|launch|log|make|navigate|open|paste|press|provide|run|save|scroll|select|set|sign|start|switch|tell|type|update|upload|use|visit)\b|cliquez|ouvrez|sélectionnez|klicken|öffnen|wählen|haga clic|clique|点击|打开|选择|點擊|クリック|클릭)/i;

const MIN_STEPS = 2;

/** The form that a question asks for. */
export function formOf(question: string): AnswerForm {
  return ASKS.find(([, asks]) => asks.test(question.trim()))?.[0];
}

/** Whether the text at a position in a section has that form, or begins it. */
export function hasForm(
  { form, text: question }: { form: AnswerForm; text: string },
  { heading, blocks }: MarkedSection,
  at: number,
): boolean {
  const text = blocks[at]?.text ?? '';
  switch (form) {
    case 'list': {
      const noun = LISTED.exec(question)?.[1]?.toLowerCase().slice(0, -1) ?? '';
      return /[:：]$/.test(text) && text.toLowerCase().includes(noun) && at + 1 < blocks.length;
    }
    case 'needs':
      return NEEDS.test(text) || heading.some(({ text: word }) => NEEDS.test(word));
    default:
      return false;
  }
}

/** How a text announces instructions. */
const ANNOUNCED =
  /^(?:(?:learn )?how to |(?:follow|to get started|take) |this (?:page|guide|section) .*\bhow )/i;

/** Whether a section has instructions, or announces those of its page. */
export function hasSteps({ blocks }: MarkedSection): boolean {
  if (ANNOUNCED.test(blocks[0]?.text ?? '')) return true;
  return blocks.filter(({ text }) => STEP.test(text)).length >= MIN_STEPS;
}

/** Where the steps of a section begin, with the line that introduces them. */
export function startOfSteps({ blocks }: MarkedSection): number {
  const first = blocks.findIndex(({ text }) => STEP.test(text));
  return first > 0 && /[:：]$/.test(blocks[first - 1]?.text ?? '') ? first - 1 : Math.max(first, 0);
}

/** Whether a row of a table is about words of the question: they are its whole first cell. */
export function isRowOf(section: MarkedSection, at: number, isAsked: (concept: number) => boolean) {
  const { text = '', tokens = [] } = section.blocks[at] ?? {};
  const [, cell = '', ...others] = text.startsWith('|') ? text.split('|') : [];
  if (!others.some((other) => other.trim() !== '')) return false;
  const words = cell.match(/[\p{L}\p{N}\p{M}]+/gu)?.length ?? 0;
  const first = tokens.slice(0, words);
  return words > 0 && first.length === words && first.every(({ concept }) => isAsked(concept));
}
