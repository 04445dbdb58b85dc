import MiniSearch from 'minisearch';
import type { Effect } from '../../operations/index.ts';
import { readQuery, Vocabulary } from './query.ts';
import { termsOf, wordsOf } from './words.ts';

/** What a tool is found by. */
export interface Rankable {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly toolset: string;
  readonly effect: Effect;
  /** Its parameters, by name. */
  readonly input: { readonly shape: Readonly<Record<string, unknown>> };
}

export interface RankingOptions {
  /** Only tools of this toolset. */
  toolset?: string | undefined;
  /** How many at most; 5 by default. */
  limit?: number | undefined;
}

/** Finds the tools of a catalogue that a query in plain words may mean, best first. */
export type Ranking<T> = (query: string, options?: RankingOptions) => T[];

const DEFAULT_LIMIT = 5;

const BOOST = { name: 3, summary: 1, toolset: 1, parameters: 0.4 };

type Field = keyof typeof BOOST;
const FIELDS = Object.keys(BOOST) as Field[];

/** How much more a tool counts when it does what the words of the query say. */
const EFFECT_BOOST = Number(process.env.EB ?? 1.7);
const VS = Number(process.env.VS ?? 0.7);
const NAME_BOOST = Number(process.env.NB ?? 2);

export function createRanking<T extends Rankable>(catalogue: readonly T[]): Ranking<T> {
  let index: Index | undefined;
  return (text, { toolset, limit = DEFAULT_LIMIT } = {}) => {
    index ??= createIndex(catalogue);
    const { vocabulary, search, nameTerms } = index;
    const query = readQuery(text, vocabulary);
    const { weights } = query;
    const eligible = (id: number) => toolset === undefined || catalogue[id]?.toolset === toolset;
    if (weights.size === 0) {
      return toolset === undefined ? [] : catalogue.filter((_, id) => eligible(id)).slice(0, limit);
    }
    const boosts = catalogue.map((tool, id) => {
      const [verb = '', ...names] = nameTerms[id] ?? [];
      const meant = query.effects.has(tool.effect);
      const said =
        (names.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) +
          (weights.has(verb) ? 1 : meant ? VS : 0)) /
        (names.length + 1);
      return (meant ? EFFECT_BOOST : 1) * (1 + NAME_BOOST * said);
    });
    return search
      .search([...weights.keys()].join(' '), {
        boostTerm: (term) => weights.get(term) ?? 0,
        boostDocument: (id) => boosts[id] ?? 1,
        prefix: (term) => term.length > 2 && !vocabulary.has(term),
        filter: ({ id }) => eligible(id),
      })
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, limit)
      .map(({ id }) => catalogue[id] as T);
  };
}

interface Index {
  readonly search: MiniSearch<Entry>;
  readonly vocabulary: Vocabulary;
  readonly nameTerms: readonly (readonly string[])[];
}

type Entry = Record<Field, string> & { id: number };

function createIndex(catalogue: readonly Rankable[]): Index {
  const entries = catalogue.map(entryOf);
  const search = new MiniSearch<Entry>({
    fields: FIELDS,
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: { boost: BOOST, tokenize: (terms) => terms.split(' ') },
  });
  search.addAll(entries);
  const words = entries.flatMap((entry) => FIELDS.flatMap((field) => wordsOf(entry[field])));
  return {
    nameTerms: entries.map(({ name }) => termsOf(name)),
    search,
    vocabulary: new Vocabulary(new Set(words)),
  };
}

function entryOf(tool: Rankable, id: number): Entry {
  return {
    id,
    name: [...new Set(wordsOf(`${tool.name} ${tool.title}`))].join(' '),
    // Names of other tools say where else to look, not what this one does.
    summary: tool.summary.replace(/\w+_\w+/g, ''),
    toolset: tool.toolset,
    parameters: Object.keys(tool.input.shape).map(splitCamelCase).join(' '),
  };
}

/** `spaceId` -> `space Id`. */
function splitCamelCase(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}
