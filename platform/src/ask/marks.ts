import type { RoleOfLine } from '@docs-platform-mcp/markdown';
import { roleFor } from '../markdown/line-roles.ts';
import { SEPARATOR, separateWords, withoutSeparators } from '../markdown/separator.ts';
import { anyOf } from '../search/words.ts';
import type { Database } from '../store/database.ts';
import type { Concept } from './concepts.ts';
import { stemOf } from './vocabulary.ts';

/** Marks around matching words; the index itself decides which words match, in all inflections. */
const START = '\u{E000}';
const END = '\u{E001}';

/** Maximum characters of a section to examine. */
const MAX_CHARACTERS = 30_000;

/** Longer lines are examined sentence by sentence. */
const LONG_LINE = 300;

/** A word of a text, and which concept of the question it is; -1 for none. */
export interface MarkedWord {
  text: string;
  concept: number;
  /** Whether it is a synonym. */
  other: boolean;
  /** Further concepts that it stands for: `storage` for the `disk space` of a question. */
  also?: readonly number[];
}

/** A line, or a sentence of a long line. */
export interface Sentence {
  text: string;
  tokens: readonly MarkedWord[];
  /** The index of its line in the section. */
  line: number;
  /** What its line is to the lines around it. */
  role: RoleOfLine['role'];
  /** In how many items of lists and quotes it is. */
  containers: number;
}

/** A section with the words of the question marked. */
export interface MarkedSection {
  title: readonly MarkedWord[];
  heading: readonly MarkedWord[];
  /** The headings of the sections around it. */
  above: readonly MarkedWord[];
  /** The label of the only lines that are examined, which is the heading then. */
  label?: string;
  blocks: readonly Sentence[];
}

interface MatchedRow {
  id: number;
  title: string;
  heading: string;
  body: string;
  roles: string;
  isMarked: number;
}

/** Marks the words of these concepts in a few sections, by their numbers in the index. */
export function markSections(
  db: Database,
  ids: readonly number[],
  concepts: readonly Concept[],
): Map<number, Omit<MarkedSection, 'above'>> {
  const mark = matcher(concepts);
  const column = (number: number) => `highlight(section_text, ${number}, '${START}', '${END}')`;
  const rows = db.all<MatchedRow>(
    `SELECT rowid AS id, ${column(0)} AS title, ${column(1)} AS heading,
       length(body) <= ${MAX_CHARACTERS} AS isMarked,
       substr(CASE WHEN length(body) <= ${MAX_CHARACTERS} THEN ${column(2)} ELSE body END,
         1, ${MAX_CHARACTERS}) AS body,
       (SELECT roles FROM section WHERE section.id = section_text.rowid) AS roles
     FROM section_text WHERE section_text MATCH ? AND rowid IN (SELECT value FROM json_each(?))`,
    anyOf(concepts.flatMap(({ forms }) => forms)),
    JSON.stringify(ids),
  );
  return new Map(
    rows.map(({ id, title, heading, body, roles, isMarked }) => [
      id,
      {
        title: tokensOf(title, mark),
        heading: tokensOf(heading, mark),
        blocks: blocksOf(isMarked ? body : marked(body, concepts), roles).map(
          ({ text, ...block }) => ({
            ...block,
            text: withoutSeparators(text.replaceAll(/[\u{E000}\u{E001}]/gu, '')),
            tokens: tokensOf(withoutOtherMeanings(text), mark),
          }),
        ),
      },
    ]),
  );
}

/** To log in is not to log. */
const LOG_IN = /\u{E000}(log(?:s|ged|ging)?)\u{E001}(?= (?:in|into|off|on|onto|out)\b)/giu;

/** Names of hosts, which say nothing in words: `app.example.com` is no app. */
const HOST = /(?:\u{E000}?https?\u{E001}?:\/\/|@)[\w.\-\u{E000}\u{E001}]+/giu;

function withoutOtherMeanings(text: string): string {
  return text
    .replaceAll(HOST, (host) => host.replaceAll(/[\u{E000}\u{E001}]/gu, ''))
    .replaceAll(LOG_IN, '$1');
}

/**
 * The beginning of a long text with about those words marked that the index would mark, which takes time quadratic in
 * the length of the whole text.
 */
function marked(text: string, concepts: readonly Concept[]): string {
  const forms = concepts.flatMap((concept) => concept.forms);
  const stems = new Set(forms.map((form) => stemOf(plain(form))));
  const separated = forms.map(separateWords).filter((form) => form.includes(SEPARATOR));
  const known = text.replaceAll(WORD, (word) =>
    stems.has(stemOf(plain(word))) ? `${START}${word}${END}` : word,
  );
  return separated.reduce(
    (marked, form) => marked.replaceAll(form, () => `${START}${form}${END}`),
    known,
  );
}

/** What is left of a line break at the end of a paragraph. */
const LAST_BREAK = /^([^\\]*[\p{L}\p{N}.!?,;)]\u{E001}?)\\$/u;

/** The lines, and the sentences of long lines. Captions say nothing alone. */
function blocksOf(body: string, roles: string): Omit<Sentence, 'tokens'>[] {
  return body.split('\n').flatMap((written, line) => {
    const place = { line, ...roleFor(roles.charAt(line)) };
    if (place.role === 'caption') return [];
    const text = place.role === 'code' ? written : written.replace(LAST_BREAK, '$1');
    if (text.length <= LONG_LINE || text.startsWith('|')) return [{ text, ...place }];
    const sentences = text.split(/(?<=[.!?]) (?=[\p{Lu}\u{E000}])|(?<=[。！？])/u);
    return sentences.map((sentence) => ({ text: sentence, ...place }));
  });
}

function tokensOf(text: string, mark: Matcher): MarkedWord[] {
  return text.split(START).flatMap((piece, index) => {
    const end = index === 0 ? 0 : piece.indexOf(END);
    const marked = mark(wordsIn(withoutSeparators(piece.slice(0, end))));
    const others = wordsIn(piece.slice(end)).map((word) => {
      return { text: word, concept: -1, other: false };
    });
    return [...marked, ...others];
  });
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

function wordsIn(text: string): string[] {
  return text.replaceAll(SEPARATOR, ' ').toLowerCase().match(WORD) ?? [];
}

type Match = Pick<MarkedWord, 'concept' | 'other' | 'also'>;

/** Finds the concepts of words that are marked together. */
type Matcher = (words: readonly string[]) => MarkedWord[];

/**
 * The concept of a marked word is the one with the longest common prefix. A word of an expression, such as `log in`,
 * counts only within the whole expression.
 */
function matcher(concepts: readonly Concept[]): Matcher {
  // The word of one concept may be a synonym in another.
  const forms = concepts
    .flatMap(({ forms }, concept) => {
      return forms.flatMap((form, at) => {
        const words = plain(form).split(' ');
        const stems = words.map(stemOf);
        return words.map((word) => ({ form: word, stems, concept, other: at > 0 }));
      });
    })
    .sort((one, other) => Number(one.other) - Number(other.other));
  const exact = new Set(
    concepts.flatMap(({ exact }) => exact.flatMap((form) => plain(form).split(' '))),
  );
  const find = (word: string, expression: ReadonlySet<string>): Match => {
    const letters = plain(word);
    const isWhole = (stems: readonly string[]) =>
      stems.length === 1 || stems.every((stem) => expression.has(stem));
    let most = 0;
    let best: Match = { concept: -1, other: false };
    for (const { form, stems, concept, other } of forms) {
      if (!isWhole(stems)) continue;
      if (areFalseFriends(letters, form) || isOtherAcronym(letters, form)) continue;
      if (exact.has(form) && stemOf(letters) !== stemOf(form)) continue;
      if (other && letters !== form && DERIVED.test(letters) !== DERIVED.test(form)) continue;
      if (namesAgent(letters, form)) continue;
      const common = shared(letters, form);
      if (common < Math.min(letters.length, form.length, MIN_COMMON)) continue;
      const alike = common - Math.abs(letters.length - form.length) / 100;
      if (alike > most) {
        most = alike;
        best = { concept, other };
      }
    }
    const also = forms.flatMap(({ form, stems, concept }) =>
      form === letters && concept !== best.concept && isWhole(stems) ? [concept] : [],
    );
    return also.length > 0 ? { ...best, also } : best;
  };
  const known = new Map<string, Map<string, Match>>();
  return (words) => {
    // Adjacent matches are marked as one, however long they are together.
    const name = words.length === 1 ? '' : words.join(' ');
    const matches = known.get(name) ?? new Map<string, Match>();
    known.set(name, matches);
    let stems: ReadonlySet<string> | undefined;
    return words.map((word) => {
      let match = matches.get(word);
      if (!match) {
        stems ??= new Set(words.map((one) => stemOf(plain(one))));
        match = find(word, stems);
        matches.set(word, match);
      }
      return { text: word, ...match };
    });
  };
}

/** Letters that a word and its form have in common at least: the index finds `io` for `ios`, which is not `iphone`. */
const MIN_COMMON = 2;

/** Whether a word only has the stem of a very short one: `io` is not `iOS`. */
function isOtherAcronym(word: string, short: string): boolean {
  return (
    /^[a-z]{3}$/.test(short) &&
    (word.length < short.length || (word === short.replace(/i$/, 'y') && word !== short))
  );
}

/** How words end that mean something else than the words of their stem: `terminal`, `local`, `generator`. */
const DERIVED = /(?:al|ally|ary|er|ian|ic|ics|ism|ist|ity|or|ous)s?$/;

/** Who or what does something, which is not what is done; `faster` is still fast. */
const AGENT = /(?:[eo]r)s?$/;
const COMPARED =
  /^(?:big|cheap|clean|clear|dark|deep|fast|great|hard|high|large|light|long|low|new|old|short|simple|slow|small|smart|soft|strong|warm|weak|wide|young)$/;

function namesAgent(word: string, form: string): boolean {
  return AGENT.test(word) && !AGENT.test(form) && !COMPARED.test(form);
}

/** Words with the same stem in the index that mean different things. */
const FALSE_FRIENDS: readonly (readonly RegExp[])[] = [
  [/^allowances?$/, /^allow(?:s|ed|ing)?$/],
  [/^authori[sz]/, /^authorit/, /^author(?:s|ed)?$/],
  [/^bus(?:y|ie)/, /^business/],
  [/^capitals?$/, /^capitali[sz]/],
  [/^communicat/, /^communit/],
  [/^container/, /^contain(?:s|ed|ing)?$/],
  [/^customers?$/, /^custom(?!ers?$)/],
  [/^experienc/, /^experiment/],
  [/^found(?:ed|ers?|ings?)$/, /^found$|^find/],
  [/^general(?:ly)?$/, /^generat/, /^generic/],
  [/^importan/, /^import(?!an)/],
  [/^internal/, /^international/],
  [/^local(?:ly|s)?$/, /^locales?$|^locali[sz]/],
  [/^news$/, /^new(?:er|est|ly)?$/],
  [/^polic(?:y|ies)$/, /^police$/],
  [/^window$/, /^windows$/],
  [/^trials?$/, /^tr(?:y|ied|ies|ying)$/],
  [/^universal/, /^universit/, /^universe/],
];

/** Finds the concepts of which a word of a title is a form, by their indexes. */
export function conceptsByForm(concepts: readonly Concept[]): (word: string) => number[] {
  const byStem = new Map<string, { form: string; at: number }[]>();
  for (const [at, { forms }] of concepts.entries())
    for (const form of forms) {
      const stem = stemOf(form);
      byStem.set(stem, [...(byStem.get(stem) ?? []), { form, at }]);
    }
  return (word) => {
    const known = byStem.get(stemOf(word)) ?? [];
    return known.flatMap(({ form, at }) => (areFalseFriends(word, form) ? [] : [at]));
  };
}

function areFalseFriends(one: string, other: string): boolean {
  return FALSE_FRIENDS.some((meanings) => {
    const [left, right] = [one, other].map((word) => meanings.findIndex((own) => own.test(word)));
    return left !== right && left !== -1 && right !== -1;
  });
}

/** The length of the common prefix. `Applies` is a form of `apply`. */
function shared(left: string, right: string): number {
  const [one, other] = [left, right].map((word) => word.replace(/y$/, 'i')) as [string, string];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function plain(word: string): string {
  return word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
