import type { MarkedSection } from './marks.ts';
import { joinedText } from './topics.ts';

interface UsualQuestion {
  /** The first group is what an answer names, or tells as `we` and `it`. */
  asks: RegExp;
  /** What a text or its heading has if it answers. */
  told: RegExp;
}

/** Questions that people ask about any product, in words that have other meanings elsewhere in its documentation. */
const USUAL: readonly UsualQuestion[] = [
  {
    asks: /^(?:what|which) (?:are|is) (?:the |its )?(?:(?:hardware|minimum|software|system|technical) )+(?:prerequisites?|requirements?)\b/i,
    told: /^.*\b(?:prerequisites?|requirements?)\b.*\n|\b(?:hardware|minimum|server|software|system|technical) (?:\S+ )?(?:prerequisites|requirements)\b/i,
  },
  {
    asks: /\b(?:contact|get in touch with|reach|talk to|write to) (?:\S+ ){0,2}?(?:customer service|support|team|you)$|\bwhere (?:can|do) (?:I|we) (?:ask|find|get) (?:help|support)$/i,
    told: /\w@\w+\.\w|\b(?:call|chat with|contact|contacting|e-?mail|get in touch with|message|reach|reach out to|talk to|write to) (?:our|support|us|(?:the|your) (?:\S+ )?(?:desk|support|team))\b|\b(?:help|support) ?(?:center|channel|desk|portal|team|tickets?)\b|\b(?:forums?|live chat|raise a ticket)\b|\b(?:discord|slack|telegram)\b/i,
  },
  {
    asks: /^(?:are|is) (?:the )?(\S+)(?: \S+)? (?:for free|free)(?: of charge| to use)?$/i,
    told: /\b(?:are|is|['’]s) (?:\S+ ){0,4}?(?<!feel )free\b(?!-| to (?!use\b)| of (?!charge\b))|\bfree (?:access|and open|edition|of charge|plan|software|tier|to use|trial|version)\b|\b(?:are|is) (?:\S+ ){0,3}?(?:open[- ]source|paid)\b/i,
  },
];

const SENTENCE_END = /(?<=[.!?]) (?=\p{Lu})/u;

const ITSELF = /\b(?:it is|it['’]s|our|we)\b/i;

/** Whether a block answers a question that people ask about any product, if it is asked one. */
export function answersAsUsual(
  question: string,
  { heading, blocks }: MarkedSection,
  at: number,
): boolean {
  const text = blocks[at]?.text ?? '';
  return USUAL.every(({ asks, told }) => {
    const asked = asks.exec(question);
    if (!asked) return true;
    const [, name] = asked;
    if (name === undefined) return told.test(`${joinedText(heading)}\n${text}`);
    return text
      .split(SENTENCE_END)
      .some((one) => told.test(one) && (hasName(one, name) || ITSELF.test(one)));
  });
}

function hasName(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.toLowerCase());
}
