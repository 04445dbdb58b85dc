import { type Hit, type PageKey, searchExpression } from '../search/search.ts';
import { anyOf, wordsInOrder } from '../search/words.ts';
import type { Database } from '../store/database.ts';
import type { Concept } from './concepts.ts';
import { entriesOf } from './contents.ts';
import { isEveryday } from './dispensable.ts';
import { spacesAbout } from './introduction.ts';
import type { Passage } from './passage.ts';
import type { QuestionPart } from './question.ts';
import { ASKING, stemOf } from './vocabulary.ts';

/** The pages about a task such as `How do I install Falcon?`, where nothing but the product is its object. */
export interface ProductTask {
  /** Stems of the words for the task, and for the product; none if the question does not name it. */
  task: ReadonlySet<string>;
  product: ReadonlySet<string>;
  /** In the order of their tables of contents: the first is about the product as a whole. */
  pages: readonly PageKey[];
  hits: readonly Hit[];
}

/** Sections of pages whose titles name the task. */
const MAX_TITLED = 60;

/** More words name more than a product and what to do with it. */
const MOST_WORDS = 3;

/** Words between the task and the product. */
const LINKS: ReadonlySet<string> = new Set(['on', 'the', 'using', 'with', 'your']);

/** Where a clause ends. */
const CLAUSE = /[.,:;!?()|]/;

const FIRST = 0.3;
const FURTHER = 0.1;

/** Products have names of their own: `How do I create an application?` is about none. */
const ONE_OF_SEVERAL = /\b(?:an?|another|each|every|my|new|our|some|your)\b/i;

/** What is done to programs; their settings are changed, edited and replaced. */
const RENEWALS: readonly string[] = ['update', 'upgrade'];

/** Words beside the task in a title of its own. */
const BESIDE = /^(?:guide|instructions|page|quick|steps?|\d+)$/;

/** The task of a product as a whole that a question is about; undefined if it is about something else. */
export function productTask(
  db: Database,
  spaces: readonly string[],
  { action, form, proper, text, words }: QuestionPart,
  concepts: readonly Concept[],
  shows: (page: PageKey) => boolean,
): ProductTask | undefined {
  const heavy = concepts.filter(({ light, word }) => !light && words.includes(word));
  if (form !== 'steps' || heavy.length === 0 || heavy.length > MOST_WORDS) return undefined;
  if (ONE_OF_SEVERAL.test(text)) return undefined;
  const isProduct = ({ word }: Concept) =>
    word !== action &&
    (proper.includes(word) || !isEveryday(word)) &&
    spacesAbout(db, spaces, word, shows).length > 0;
  const tasks = heavy.filter((concept) => !isProduct(concept));
  const [task] = tasks;
  if (!task || tasks.length > 1) return undefined;
  const forms = RENEWALS.includes(task.word) ? RENEWALS : task.forms;
  const named = searchExpression(db, spaces, `title : ${anyOf(forms)}`, shows, MAX_TITLED);
  const stems = {
    task: stemsOf([{ forms }]),
    product: stemsOf(heavy.filter((concept) => concept !== task)),
  };
  const hits = named.filter(({ title }) => isOnlyTask(stems, title));
  const orders = new Map(
    [...new Set(hits.map(({ space }) => space))].map((space) => [
      space,
      new Map(entriesOf(db, space).map(({ id }, place) => [id, place])),
    ]),
  );
  const placeOf = ({ space, page }: PageKey) => orders.get(space)?.get(page) ?? Number.MAX_VALUE;
  return { ...stems, hits, pages: [...hits].sort((one, other) => placeOf(one) - placeOf(other)) };
}

/**
 * How much better a passage tells how to do a task of the product as a whole because of its page; undefined if it only
 * mentions task and product, each for itself.
 */
export function worthForTask(
  task: ProductTask,
  { space, page, heading }: Hit,
  { blocks, at, label = '' }: Pick<Passage, 'blocks' | 'at' | 'label'>,
): number | undefined {
  const { pages } = task;
  const place = pages.findIndex((one) => one.space === space && one.page === page);
  if (place >= 0) return pages[place]?.page === pages[0]?.page ? FIRST : FURTHER;
  const isTold =
    task.product.size === 0 ||
    [heading, label].some((title) => title && isOnlyTask(task, title)) ||
    [heading, label, blocks[at]?.text ?? ''].some((text) => isDoneWithProduct(task, text));
  return isTold ? 0 : undefined;
}

type Stems = Pick<ProductTask, 'task' | 'product'>;

/** Whether a title names nothing but the task and the product. */
function isOnlyTask({ task, product }: Stems, title: string): boolean {
  const words = wordsInOrder(title);
  const isExpected = (word: string) =>
    ASKING.has(word) || BESIDE.test(word) || [task, product].some((one) => one.has(stemOf(word)));
  return words.some((word) => task.has(stemOf(word))) && words.every(isExpected);
}

/**
 * Whether a text has the product right behind the task: `Update the Falcon`, but neither `is updated in Falcon` nor
 * `update the Falcon configuration`.
 */
function isDoneWithProduct({ task, product }: Stems, text: string): boolean {
  return text.split(CLAUSE).some((clause) => {
    const words = wordsInOrder(clause).filter((word) => !LINKS.has(word));
    return words.some((word, at) => {
      if (!task.has(stemOf(word))) return false;
      const behind = words.slice(at + 1);
      const end = behind.findIndex((one) => !product.has(stemOf(one)));
      const next = behind[end];
      return end !== 0 && (next === undefined || ASKING.has(next));
    });
  });
}

function stemsOf(concepts: readonly Pick<Concept, 'forms'>[]): ReadonlySet<string> {
  return new Set(concepts.flatMap(({ forms }) => forms.flatMap(wordsInOrder)).map(stemOf));
}
