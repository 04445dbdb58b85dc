import { hasJoinedWords } from '@docs-platform-mcp/markdown';
import { SEPARATOR, separateWords } from '../markdown/separator.ts';

/** Maximum characters of a query to examine. */
const MAX_QUERY = 10_000;

const RUN = /[\p{L}\p{N}\p{M}]+/gu;

/** Splitting a run takes time quadratic in its length. */
const MAX_SPLIT = 100;

/** Words of scripts without spaces are split by a dictionary, which recognises the language itself. */
const dictionary = new Intl.Segmenter('zh', { granularity: 'word' });

/** Maximum letters of a phrase of those that are words of their own in the index. */
const MAX_PHRASE_LETTERS = 24;

/** Chinese, Japanese and Thai stop words. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `的 了 是 在 和 与 與 及 或 之 吗 嗎 呢 吧 啊 有 个 個 我 你 他 它 们 們 这 這 那 到 从 從 把 被 对 對 为 為 以 于 於 中 上 下 里 裡 也 都 就 会 會 请 請 我们 我們 您 该 其 并 而 等
  の を に は が で と も へ や か ね よ な し た て だ さ れ です ます する して した します いる ある れる こと もの ください この その から まで より
  การ ความ ที่ ของ และ ใน เป็น ได้ ให้ กับ จาก คือ มี ไม่ จะ ว่า ครับ ค่ะ`.split(/\s+/),
);

/** Suffixes of a Korean stem: particles and verb endings. */
const KOREAN_ENDING =
  /(?:해야|하세요|해주세요|해요|돼요|하려면|되려면|하려고|되나요|하나요|되었|되어|되지|하지|되면|인지|이에요|예요|합니다|됩니다|입니다|습니까|입니까|인가요|나요|까요|에서는|에서|에게|에는|으로|까지|부터|하는|하기|하고|하다|하여|해서|하면|한다|되는|된다|된|될|됐|했|이란|라고|이나|처럼|마다|보다|을|를|이|가|은|는|의|에|로|와|과|도|만|란|할|한|해)$/u;
const MIN_KOREAN_STEM = 2;

/** The words of a text in lower case and in order, with repetitions. */
export function wordsInOrder(text: string): string[] {
  const runs = text.slice(0, MAX_QUERY).toLowerCase().match(RUN) ?? [];
  return runs.flatMap((run) => (hasJoinedWords(run) ? joinedWords(run) : [run]));
}

/** The words of a text in lower case, each once; without stop words, unless there are no others. */
export function wordsOf(text: string): string[] {
  const words = [...new Set(wordsInOrder(text))];
  const telling = words.filter((word) => !FUNCTION_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

/** Names such as C#, C++ and .NET, of which the index keeps only the letters. */
const SIGNED_NAME = /(?<![\p{L}\p{N}.])(?:\p{L}(?:#|\+\+)|\.net)(?![\p{L}\p{N}#+])/giu;

/** The names in a text that are words only with their signs, in lower case. */
export function signedNamesIn(text: string): string[] {
  return (text.slice(0, MAX_QUERY).match(SIGNED_NAME) ?? []).map((name) => name.toLowerCase());
}

/** Whether a text has each of these names. */
export function haveSignedNames(text: string, names: readonly string[]): boolean {
  if (names.length === 0) return true;
  const found = new Set(text.toLowerCase().match(SIGNED_NAME));
  return names.every((name) => found.has(name));
}

/** Whether a query is one name that code has: `API_KEY`, `--force`, `/etc/hosts`, `userName`. */
export function isIdentifier(query: string): boolean {
  return /^(?=.*(?:[^\p{L}\p{N}\p{M}][\p{L}\p{N}]|\p{Ll}\p{Lu}))\S+$/u.test(query.trim());
}

/** The number of words of a text, or of letters in scripts without spaces. */
export function countWords(text: string): number {
  const parts = separateWords(text).replaceAll(SEPARATOR, ' ').split(/\s+/);
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
}

/**
 * The expression of the index for words in their order. Further letters are left out, because the index compares each at
 * each place of a text.
 */
export function phrase(words: string): string {
  const parts = separateWords(words).split(SEPARATOR, MAX_PHRASE_LETTERS);
  return `"${parts.join(SEPARATOR)}"`;
}

/** Forms of a word for which the index has another stem. */
const OTHER_STEMS: ReadonlyMap<string, string> = new Map([
  ...['add', 'adds'].map((word) => [word, 'adding'] as const),
  ...['added', 'adding'].map((word) => [word, 'add'] as const),
]);

/** The expression of the index for any of these words. */
export function anyOf(words: readonly string[]): string {
  const others = words.flatMap((word) => OTHER_STEMS.get(word) ?? []);
  return `(${[...words, ...others].map(phrase).join(' OR ')})`;
}

function joinedWords(run: string): string[] {
  const pieces = run.match(/\p{Script=Hangul}+|[^\p{Script=Hangul}]+/gu) ?? [];
  return pieces.flatMap((piece) =>
    /\p{Script=Hangul}/u.test(piece) ? [koreanStem(piece)] : split(piece),
  );
}

function koreanStem(word: string): string {
  const stem = word.replace(KOREAN_ENDING, '');
  return stem.length < MIN_KOREAN_STEM ? word : stem;
}

function split(run: string): string[] {
  const words: string[] = [];
  for (let from = 0; from < run.length; ) {
    const most = run.slice(from, from + MAX_SPLIT);
    const found = [...dictionary.segment(most)].map(({ segment }) => segment);
    // The last word of a part may continue in the next one.
    if (from + most.length < run.length && found.length > 1) found.pop();
    words.push(...found);
    from += found.join('').length;
  }
  return words;
}
