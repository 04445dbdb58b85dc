import type { MarkedSection } from './marks.ts';
import { SENTENCE_END } from './sentences.ts';
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
    asks: /^(?:what|which) (?:are|is) (?:the |your )?(?:prerequisites?|requirements?)$/i,
    told: /^.*\brequirements?\b.*\n|\bpre[- ]?requisites?\b|\b(?:before you (?:begin|start)|what you need)\b/i,
  },
  {
    asks: /^(?:are|is) (?:the )?(\S+)(?: \S+){0,2} open[- ]source$/i,
    told: /\b(?:are|be|been|is|was|['’]s) (?:\S+ ){0,4}?open[- ]sourced?\b|\bopen[- ]source (?:framework|library|licen[cs]e|platform|product|project|software|tool)\b/i,
  },
  {
    asks: /^(?:are|is|can (?:I|one|we|you) use) (?:the )?(\S+)(?: \S+)? (?:for free|free)(?: of charge| to use)?$/i,
    told: /\b(?:are|is|['’]s) (?:\S+ ){0,4}?(?<!feel )free\b(?!-| to (?!use\b)| of (?!charge\b))|\bfree (?:access|and open|edition|of charge|plan|software|tier|to use|trial|version)\b|\b(?:are|is) (?:\S+ ){0,3}?(?:open[- ]source|paid)\b/i,
  },
  {
    asks: /^how (?:can|do) (?:I|one|we|you) (?:acquire|get|obtain) (?:access to |an? |my |our |the |your )/i,
    told: /\b(?:acquir(?:e|ing)|apply|bought|buy|claim|copy|create|creating|download|earn|enable|export|fetch|find|generate|generating|get|getting|grab|issued?|join|list|locate|obtain|open|order|provided?|purchased?|receive|register|request|retrieve|return|select|sent|view|visit) (?:an?|another|any|at|by|for|from|here|in|it|its|more|my|new|on|one|our|some|the|them|these|this|through|to|via|with|your)\b|\b(?:contact|e-?mail|navigate|sign up|you(?:['’]ll| will| can| must| need| should))\b/i,
  },
  {
    asks: /^who (?:built|created|creates|develops|developed|founded|made|maintains|makes|owns|runs|wrote) (\S+)/i,
    told: /\b(?:authors?|brainchild|built|company behind|created|creators?|developed|developers? of|founded|founders?|made|maintained|maintainers?|owned|owner|product of|project (?:by|of)|run|written)\b(?: (?:and \w+ )?by| of| is| are|:)/i,
  },
  {
    asks: /\b(?:what|which) licen[cs]e\b|^how (?:are|is) (\S+) licen[cs]ed\b/i,
    told: /\blicen[cs](?:e|ed|es|ing)\b.{0,100}\b(?:Apache|BSD|Creative Commons|GNU|[AL]?GPL|ISC|MIT|MPL|Mozilla|commercial|open[- ]source|proprietary)\b|\b(?:Apache|BSD|Creative Commons|GNU|[AL]?GPL|ISC|MIT|MPL|Mozilla|commercial|open[- ]source|proprietary)\b.{0,100}\blicen[cs](?:e|ed|es|ing)\b|\blicen[cs]ed under\b/i,
  },
  {
    asks: /\bsource code of (?:\S+ ){0,2}?\S+$|^where (?:can|do) (?:I|we) find (?:\S+ ){1,3}?source code$/i,
    told: /\b(?:bitbucket|github|gitlab|repositor(?:ies|y)|source code (?:at|can|in|is|on))\b/i,
  },
  {
    asks: /^who (?:can|may) (?:access|read|see|view) /i,
    told: /\b(?:admin(?:istrator)?s?|anybody|anyone|collaborators?|colleagues|customers?|developers|editors?|employees|everybody|everyone|groups?|guests?|managers?|members?|nobody|owners?|people|person|public|readers?|roles?|staff|teams?|users?|viewers?|visitors?|we|you)\b(?=.{0,100}\b(?:access(?:es|ible)?|allowed|authori[sz]ed|permi(?:t|ts|tted|ssions?)|read|saw|see|seen|view|visible)\b)|\bonly (?:\S+ ){1,4}?(?:can|may)\b|\b(?:access(?:ible)?|available|limited|restricted|seen|shared|viewed|visible) (?:\S+ ){0,3}?(?:by|only|to|with)\b/i,
  },
  {
    asks: /^who (?:are|is|sits|works) (?:in|on|part of) (?:the|your) (?:\S+ )?(?:board|committee|council|crew|panel|staff|team)$/i,
    told: /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(?:comprises?|consists?|elected|includes?|made up|members)\b/u,
  },
  {
    asks: /^(?:what|which) (?:are|is) (?:the |your )?(?:api |request )?rate limits?$/i,
    told: /\b(?:429|rate[- ]limit\w*|throttl\w+)\b|\b(?:calls?|messages?|queries|requests?)\b.{0,60}(?:\b(?:each|every|limit\w*|per|within)\b|\/)/i,
  },
  {
    asks: /^(?:what|which) (?:are|is) the (?:\S+ )?(?:bandwidth|capacity|frequency|height|latency|length|range|resolution|speed|voltage|weight|width) of /i,
    told: /\d/,
  },
  {
    asks: /^how much (?:does|do|is) (?:it|this)(?: cost)?$/i,
    told: /^.*\b(?:billing|plans?|prices|pricing)\b.*\n|\b(?:per|a|each|every) (?:month|person|seat|team|user|year)\b|\/ ?(?:mo|month|seat|user|year|yr)\b|\b(?:plans?|subscriptions?) (?:costs?|start)\b|\bcosts?\s*\|/i,
  },
  {
    asks: /^(?:what|which) (?:is|are) the (?:current|latest|most recent|newest) (?:\S+ )?(?:release|version)s?\b/i,
    told: /\b(?:current(?:ly)?|latest|most recent|newest)\b/i,
  },
  {
    asks: /^what(?:['’]s| is) new (?:in|with)\b/i,
    told: /^(?:\S+ )?added\b|\bchangelog\b|\b(?:been|newly|we) added\b|\b(?:introduc(?:ed|es|ing)|new (?:features?|in)|now (?:available|supports)|release notes|what['’]s new)\b/i,
  },
  {
    asks: /^(?:what|which) .*\b(?:(?:are|is) supported|(?:do|does) (?:\S+ ){1,3}?support)$/i,
    told: /\b(?:support(?:s|ed|ing)|support (?:\S+ ){0,2}?(?:and|for|of)|compatib\w+|available (?:as|for|in|on)|(?:installs?|runs?|works?) (?:on|with)|(?:can|must|will) (?:be|run|use))\b/i,
  },
  {
    asks: /^(?:how|where) (?:can|do|should) (?:I|one|we|you) (?:file|report|submit) (?:an? )?(?:bug|issue|problem)s?$/i,
    told: /\b(?:creat|fil|open|post|rais|report|send|submit)(?:e|ing|t)? (?:\S+ ){0,3}?(?:bugs?|defects?|issues?|problems?|reports?|tickets?)\b|\bissue tracker\b|\b(?:contact|discord|email|forums?|slack|telegram)\b/i,
  },
];

/** Who did something, which does not name what it was done to. */
const AGENT = /\bby(?: the)?(?: \p{Lu}\S*)+/gu;

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
    return text.split(SENTENCE_END).some((one) => {
      const subject = one.replaceAll(AGENT, '');
      return told.test(one) && (hasName(subject, name) || ITSELF.test(subject));
    });
  });
}

function hasName(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.toLowerCase());
}
