import { oneStep } from '../search/rank.ts';
import { type PageKey, searchExpression } from '../search/search.ts';
import { phrase, wordsInOrder } from '../search/words.ts';
import type { Database } from '../store/database.ts';
import { markSections } from './marks.ts';
import type { PassageHit } from './passages.ts';
import { quotedMessage, quotedText } from './sentences.ts';

const MAX_WORDS = 10;
const MIN_WORDS = 3;

/** The sections that have the message which a question quotes, from the message on. */
export function messagePassages(
  db: Database,
  spaces: readonly string[],
  said: string,
  shows: (page: PageKey) => boolean,
  most: number,
): PassageHit[] {
  const message = quotedMessage(said);
  const words = wordsInOrder(quotedText(said) ?? '').slice(0, MAX_WORDS);
  if (message === undefined || words.length < MIN_WORDS) return [];
  const hits = searchExpression(db, spaces, phrase(words.join(' ')), shows, most);
  const [word = ''] = words;
  const concept = { word, forms: [word], exact: [], light: false, weight: 1 };
  const ids = hits.map(({ id }) => id);
  const marked = oneStep(`sections with ${message} ${ids.join()}`, () =>
    markSections(db, ids, [concept]),
  );
  return hits.flatMap((hit): PassageHit[] => {
    const blocks = marked.get(hit.id)?.blocks ?? [];
    const at = blocks.findIndex(({ text }) => text.includes(message));
    if (at < 0) return [];
    const nothing: ReadonlySet<number> = new Set();
    const passage = {
      ...{ score: 1, covered: 1, at, blocks, label: undefined, head: undefined, lines: undefined },
      core: { from: at, to: at + 1, found: nothing, own: nothing },
      isAskedAbove: true,
      ...{ isDefinition: false, isInstruction: false, isListed: false, isList: false },
    };
    return [{ hit, above: '', passage }];
  });
}
