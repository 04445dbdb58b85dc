import MiniSearch from 'minisearch';
import type { Effect } from '../../operations/index.ts';
import { eachInTurns, mapInTurns, turns } from '../../turns.ts';
import { parseQuery, type Query, queryWords } from './query.ts';
import { createTaskMatcher } from './task-matcher.ts';
import { Vocabulary } from './vocabulary.ts';
import { isSignificant, termsOf, wordsOf } from './words.ts';

/** The searchable text of a tool. */
export interface Rankable {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** What people want when they need it, in their words. */
  readonly tasks?: readonly string[];
  readonly toolset: string;
  readonly effect: Effect;
  /** Its parameter names. */
  readonly input: { readonly shape: Readonly<Record<string, unknown>> };
}

/** The search index of a catalogue. */
export interface Index {
  /** Positions in the catalogue, the best first; undefined if the query has no significant word. */
  find(text: string, eligible: (tool: Rankable) => boolean): number[] | undefined;
}

const FIELD_BOOST = { name: 3, summary: 1, tasks: 0.4, toolset: 1, parameters: 0.4 };

type IndexField = keyof typeof FIELD_BOOST;
type ToolIndexEntry = Record<IndexField, string> & { id: number };

const FIELDS = Object.keys(FIELD_BOOST) as IndexField[];

/** Factor for tools with an effect that the query expresses. */
const EFFECT_BOOST = 1.6;

/** The same for an effect that is only mentioned after another. */
const SECOND_EFFECT_BOOST = 1.3;

/** Factor for tools that delete, if the query does not express that. */
const UNEXPECTED_DELETE = 0.7;

/** Factors by verb if the query expresses no effect: most work with an object begins with these. */
const VERB_BOOST: Readonly<Record<string, number>> = {
  list: 1.2,
  create: 1.15,
  set: 1.05,
  invite: 1.1,
};

/** Factor for a tool whose whole name is in the query. */
const NAME_BOOST = 3;

/** Factor for the verb of a name if the query has another verb of the same effect. */
const SAME_EFFECT_WEIGHT = 0.6;

/** Weight of a complete match of a task, relative to the best match by words. */
const TASK_BOOST = 2;

/** The same, added for a task in exactly these words. */
const EXACT_TASK_BOOST = 2;
const EXACT = 0.99;

/** A question with fewer significant words than this must match a task almost completely. */
const FEW_WORDS = 3;
const MIN_SIMILARITY_OF_FEW = 0.85;

/** Below this, a task shares no more than a word with the question. */
const MIN_SIMILARITY = 0.45;

/** Shorter prefixes match too many words. */
const MIN_PREFIX_LENGTH = 3;

/** Builds the index with turns for other work. */
export async function createIndex(catalogue: readonly Rankable[]): Promise<Index> {
  const turn = turns();
  const entries = await mapInTurns(catalogue, entryOf, turn);
  const names = entries.map(({ name }) => termsOf(name));
  const vocabulary = await Vocabulary.of(
    entries.flatMap((entry) => FIELDS.map((field) => entry[field])),
    [...queryWords, ...catalogue.flatMap(({ tasks = [] }) => tasks.flatMap(wordsOf))],
    turn,
  );
  const matchTasks = await createTaskMatcher(
    catalogue.map(({ tasks = [] }) => tasks),
    turn,
  );
  const search = new MiniSearch<ToolIndexEntry>({
    fields: FIELDS,
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: {
      boost: FIELD_BOOST,
      tokenize: (terms) => terms.split(' '),
      prefix: (term) => term.length >= MIN_PREFIX_LENGTH && !vocabulary.indexes(term),
    },
  });
  await eachInTurns(entries, (entry) => search.add(entry), turn);

  /** A tool that does the task ranks before one that only shares its words. */
  const withTasks = (
    found: readonly [number, number][],
    eligible: (tool: Rankable) => boolean,
    query: Query,
  ) => {
    const best = Math.max(1, ...found.map(([, score]) => score));
    const scores = new Map(found);
    const significant = new Set(query.stems.filter(isSignificant));
    const least = significant.size < FEW_WORDS ? MIN_SIMILARITY_OF_FEW : MIN_SIMILARITY;
    for (const [id, similarity] of matchTasks(query.stems).entries()) {
      if (similarity < least || !eligible(catalogue[id] as Rankable)) continue;
      const exact = similarity > EXACT ? EXACT_TASK_BOOST : 0;
      scores.set(id, (scores.get(id) ?? 0) + (TASK_BOOST * similarity ** 2 + exact) * best);
    }
    return [...scores].sort(([a, one], [b, other]) => other - one || a - b);
  };

  return {
    find(text, eligible) {
      const query = parseQuery(text, vocabulary);
      if (query.weights.size === 0 && !query.stems.some(isSignificant)) return undefined;
      const boosts = catalogue.map((tool, id) => boostOf(tool, names[id] ?? [], query));
      const found = search
        .search([...query.weights.keys()].join(' '), {
          boostTerm: (term) => query.weights.get(term) ?? 0,
          boostDocument: (id) => boosts[id] ?? 1,
          filter: ({ id }) => eligible(catalogue[id] as Rankable),
        })
        .map(({ id, score }): [number, number] => [id, score]);
      return withTasks(found, eligible, query).map(([id]) => id);
    },
  };
}

/** Parameters that do not distinguish tools. */
const COMMON_PARAMETERS: ReadonlySet<string> = new Set(['fields']);

function entryOf(tool: Rankable, id: number): ToolIndexEntry {
  return {
    id,
    name: [...new Set(wordsOf(`${tool.name} ${tool.title}`))].join(' '),
    // Names of other tools say where else to look, not what this one does.
    summary: tool.summary.replace(/\b\w+/g, (word) => (/\w_\w/.test(word) ? '' : word)),
    tasks: [...new Set(termsOf((tool.tasks ?? []).join(' ')))].join(' '),
    toolset: tool.toolset,
    parameters: Object.keys(tool.input.shape)
      .filter((name) => !COMMON_PARAMETERS.has(name))
      .map(splitCamelCase)
      .join(' '),
  };
}

/**
 * How well a tool fits apart from its words: its effect matches the query, and its name contains no words that the
 * query lacks, so that a general tool ranks before a special one.
 */
function boostOf(tool: Rankable, [verb = '', ...nouns]: readonly string[], query: Query): number {
  const { weights, effects } = query;
  const hasEffect = effects.has(tool.effect);
  const verbSaid = weights.get(verb) ?? (hasEffect ? SAME_EFFECT_WEIGHT : 0);
  const nameWeight = nouns.reduce((sum, noun) => sum + (weights.get(noun) ?? 0), verbSaid);
  const [asked] = effects;
  const boostOfMeant = tool.effect === asked ? EFFECT_BOOST : SECOND_EFFECT_BOOST;
  const unasked = tool.effect === 'delete' ? UNEXPECTED_DELETE : 1;
  const byVerb = effects.size === 0 ? (VERB_BOOST[verb] ?? 1) : 1;
  const effectBoost = hasEffect ? boostOfMeant : unasked * byVerb;
  return effectBoost * (1 + (NAME_BOOST * nameWeight) / (nouns.length + 1));
}

/** `spaceId` -> `space Id`. */
function splitCamelCase(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}
