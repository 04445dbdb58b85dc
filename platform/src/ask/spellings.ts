import { hasJoinedWords } from '@docs-platform-mcp/markdown';
import { compoundsIn } from '../markdown/word-parts.ts';
import { wordsInOrder } from '../search/words.ts';
import { ASKING } from './vocabulary.ts';

const MIN_LETTERS = 2;

/** `IO` may be written `I/O`. */
const TWO_CAPITALS = /(?<![\p{L}\p{N}])[A-Z]{2}(?![\p{L}\p{N}])/gu;

/** Three words with capitals that may be written as one. */
const NAME_OF_THREE = /(?<!\S)\p{Lu}\p{Ll}{1,20} \p{Lu}\p{Ll}{1,20} \p{Lu}\p{Ll}{1,20}(?!\p{L})/gu;

/** The first parts of words that are often written with a hyphen, or as two words: `by-pass`, `run time`. */
const FIRST_PARTS =
  /^(?:auto|back|by|co|cross|data|down|file|front|multi|non|over|pre|re|real|run|self|sub|time|un|up|user|web|work)(?=\p{L}{3})/u;

/**
 * How documentation may write words of a question as one name, and the reverse, by word: `accesstoken` for both words
 * of `access token`, and `source ids` for `SourceIds`.
 */
export function otherSpellings(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (word: string, form: string) => {
    const forms = found.get(word);
    if (forms) forms.push(form);
    else found.set(word, [form]);
  };
  const all = wordsInOrder(text);
  for (const [at, word] of all.slice(1).entries()) {
    const before = all[at] ?? '';
    if ([before, word].every(isPart)) {
      for (const part of [before, word]) add(part, before + word);
    }
  }
  // `AppStoreConnect`
  for (const [name] of text.matchAll(NAME_OF_THREE)) {
    const parts = wordsInOrder(name);
    for (const part of parts) add(part, parts.join(''));
  }
  for (const word of all) {
    const first = FIRST_PARTS.exec(word)?.[0];
    if (first !== undefined && isPart(word)) add(word, `${first} ${word.slice(first.length)}`);
  }
  for (const [word] of text.matchAll(TWO_CAPITALS)) {
    const letters = word.toLowerCase();
    add(letters, [...letters].join(' '));
  }
  for (const [name, parts] of compoundsIn(text)) {
    const words = parts.map((part) => part.toLowerCase());
    if (words.every(isPart)) add(name.toLowerCase(), words.join(' '));
  }
  return found;
}

/** Whether a word may be part of a name: `import an` is not `importan`. */
function isPart(word: string): boolean {
  return word.length >= MIN_LETTERS && !ASKING.has(word) && !hasJoinedWords(word);
}
