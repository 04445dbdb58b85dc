import type { MarkedSection, MarkedWord } from './marks.ts';
import { joinedText } from './topics.ts';

/** The form in which a question wants its answer. */
export type AnswerForm = 'list' | 'needs' | 'steps' | undefined;

/** `Which formats are …`, with the noun for the items of the list. `Status` and `consensus` are no plurals. */
const LISTED =
  /^(?:what|which) (?!happens )(?:\w+ ){0,3}?(\w{2,}(?<!s|u|si)s) (?:are|can|does|do|may|should|will)\b/i;

const ASKS: readonly (readonly [Exclude<AnswerForm, undefined>, RegExp])[] = [
  [
    'needs',
    /^(?:what|which) (?:(?:\w+ )?(?:do|does|must|should) .*\b(?:contain|have|include|meet|need|requires?)\b|is (?:needed|required)|are the (?:.* )?(?:prerequisites|requirements)|(?:permissions?|privileges?|rights|roles?) (?:do|does|are|is) )/i,
  ],
  [
    'steps',
    /^(?:how (?:do|can|could|to|should|would|must) |what (?:are|is) the (?:procedure|process|steps?|way) (?:for|of|to) |wie (?:kann|mache|muss) |comment |c[oó]mo |come (?:posso|si) |как (?!долго|часто))|如何|怎[么麼样樣]|どうやって|する方法|するには|어떻게|하는 방법/i,
  ],
  ['list', LISTED],
  [
    'list',
    /^(?:qu[eé] (?!es |son |signific)|cu[aá]les |quais |quels |quelles |quali |welche |какие )|哪些|どんな|어떤/i,
  ],
];

const NEEDS =
  /\b(?:before you|mandatory|must|needs?|needed|prerequisites?|required?|requires|requirements?)\b/i;

/** How a step of instructions begins. */
const STEP =
  /^(?:please )?(?:(?:step )?\d+[.):]|(?:access|add|ask|choose|click|configure|connect|contact|copy|create|download|enable|enter|fill|generate|go|hit|install|launch|log|make|navigate|open|paste|press|provide|run|save|scroll|select|set|sign|start|switch|tap|tell|type|update|upload|use|visit)\b|(?:cliquez|ouvrez|sélectionnez|allez|saisissez|klicken|öffnen|wählen|geben|haga|haz|acced[ae]|ingres[ae]|seleccion[ae]|elij[ae]|abr[ae]|clique|acesse|selecione|insira|digite|нажмите|откройте|выберите|введите|перейдите|установите|скачайте)(?!\p{L})|双击|点击|打开|选择|登[录入]|进入|输入|下[载載]|安[装裝]|[复複][制製]|填[写寫]|启动|[运運執执]行|點擊|選擇|輸入|クリック|클릭)/iu;

/** `A, B and C`, `A、B`. */
const ENUMERATION =
  /[^,、]、[^,、]+、|[^,.:;]{2}, [^,.:;]{0,40}(?<!\p{L})(?:and|or|und|oder|et|ou|y|o|e|и|или) /u;

const MIN_STEPS = 2;

/** The form that a question asks for. */
export function formOf(question: string): AnswerForm {
  return ASKS.find(([, asks]) => asks.test(question.trim().replace(/^¿/, '')))?.[0];
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
      const lists = (/[:：]$/.test(text) && at + 1 < blocks.length) || ENUMERATION.test(text);
      return lists && text.toLowerCase().includes(noun);
    }
    case 'needs':
      return NEEDS.test(text) || isAboutNeeds(heading);
    default:
      return false;
  }
}

const SOLUTION =
  /^(?:a(?:nswer)?$|fix(?:es)?|how to (?:fix|resolve|solve)|remed(?:y|ies)|resolutions?|solutions?|workarounds?)\b/i;

/** Whether a heading is that of a section about what to do if something goes wrong. */
export function isSolution(heading: string): boolean {
  return SOLUTION.test(heading);
}

/** Whether the action of a question is what a solution is for. */
export function asksForSolution(action: string | undefined): boolean {
  return /^(?:fix|resolve|solve|troubleshoot)$/.test(action ?? '');
}

/** What somebody has to do or have first. */
const FIRST = /\b(?:available|ensure|make sure|only|prior to)\b/i;

/** Whether a text tells what is needed. */
export function isAboutNeeded(text: string): boolean {
  return NEEDS.test(text) || FIRST.test(text);
}

/** Whether a section is a list of requirements. */
export function isAboutNeeds(heading: readonly MarkedWord[]): boolean {
  return NEEDS.test(joinedText(heading));
}

/** How a text announces instructions. */
const ANNOUNCED =
  /^(?:(?:learn )?how to |(?:follow|to get started|take) |this (?:page|guide|section) .*\bhow )/i;

/** Whether a text is a step of instructions. */
export function isStep(text: string): boolean {
  return STEP.test(text);
}

/** Whether a section has instructions, or announces those of its page. */
export function hasSteps({ blocks }: MarkedSection): boolean {
  if (ANNOUNCED.test(blocks[0]?.text ?? '')) return true;
  return blocks.filter(({ text }) => isStep(text)).length >= MIN_STEPS;
}

/** Where the steps of a section begin, with the line that introduces them. */
export function startOfSteps({ blocks }: MarkedSection): number {
  const first = blocks.findIndex(({ text }) => STEP.test(text));
  return first > 0 && /[:：]$/.test(blocks[first - 1]?.text ?? '') ? first - 1 : Math.max(first, 0);
}
