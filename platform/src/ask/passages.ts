import { headOf } from '../content/revisions.ts';
import { oneStep } from '../search/rank.ts';
import { type Hit, type PageKey, searchExpression } from '../search/search.ts';
import { anyOf, haveSignedNames, signedNamesIn, wordsOf } from '../search/words.ts';
import type { Database } from '../store/database.ts';
import { type Concept, conceptsOf } from './concepts.ts';
import { COPULAS } from './defining.ts';
import { GLOSSARY } from './glossary.ts';
import { aboutIdentifiers, identifiersIn, sectionsNaming } from './identifiers.ts';
import { type Introduction, introductionTo, worthAsIntroduction } from './introduction.ts';
import { isImplied } from './kind.ts';
import { labelledParts } from './labelled-parts.ts';
import { conceptsByForm, type MarkedWord, markSections } from './marks.ts';
import { bestPassage, type Passage } from './passage.ts';
import { productTask, worthForTask } from './product-task.ts';
import type { QuestionPart } from './question.ts';
import { type Subjects, spacesBySubject, subjectsOf } from './subjects.ts';
import { GENERAL, tellsVersion } from './version.ts';
import { LIGHT } from './vocabulary.ts';

/** A section that answers a question, and the passage that does. */
export interface PassageHit {
  hit: Hit;
  /** The headings of the sections around it, each on a line. */
  above: string;
  passage: Passage;
}

/** How many sections to examine closely, best first: those with any word, and those with all. */
const MAX_WITH_ANY = 40;
const MAX_WITH_ALL = 20;

/** Sections examined in one step, and their characters: others wait meanwhile. */
const AT_ONCE = 5;
const CHARACTERS_AT_ONCE = 10_000;

/** Maximum characters of a section in which to look for a version, and of sections to look in. */
const MAX_FOR_VERSION = 2_000;
const MAX_VERSIONS = 100;

/** Further passages are quoted only if they are nearly as good as the first. There are several ways to do something. */
const NEARLY_AS_GOOD = 0.97;
const AS_CLEAR = 0.98;

/** A question for a fact has one answer. */
const AS_GOOD = 0.985;

/** Instructions on the page of the best passage, which may only introduce them. */
const STEPS_BELOW = 0.9;

/** Titles further up than this say nothing about a section. */
const MAX_DEPTH = 4;

/** The passages that answer one part of a question with all that they must have, the best first. */
export function completePassages(
  db: Database,
  spaces: readonly string[],
  asked: QuestionPart,
  mayShow: (page: PageKey) => boolean,
  most: number,
): PassageHit[] {
  if (asked.words.length === 0) return [];
  const shows = (key: PageKey) => asked.within?.includes(key.page) !== false && mayShow(key);
  const proper = asked.proper.filter((name) => asked.words.includes(name));
  const subjects = subjectsOf(db, spaces, proper);
  const products = [...subjects.values(), spaceNamesIn(db, spaces, asked.words)].flat();
  const introduction = introductionTo(db, spaces, asked, shows);
  const names = [...new Set([...asked.names, ...products])];
  const part = {
    ...asked,
    names,
    introduced: introduction?.product,
    isDefinition: asked.isDefinition || introduction !== undefined,
  };
  const concepts = conceptsOf(db, spaces, part.words, [...part.names, ...part.stressed], part);
  const named = signedNamesIn(part.text);
  const identifiers = identifiersIn(part.text);
  const task = productTask(db, spaces, part, concepts, shows);
  const naming = [
    ...sectionsNaming(db, spaces, identifiers, shows),
    ...[introduction, task].flatMap((one) => one?.hits ?? []),
  ];
  const hits = candidates(db, spaces, concepts, shows, part, subjects, naming).filter(
    ({ title, heading, body }) => {
      const text = `${title} ${heading} ${body}`;
      return haveSignedNames(text, named) && asked.capitals.every((word) => hasWord(text, word));
    },
  );
  const found: PassageHit[] = [];
  for (const some of groupsOf(hits)) {
    const key = JSON.stringify(['passages', part, concepts, some.map(({ id }) => id)]);
    found.push(...oneStep(key, () => passagesIn(db, some, part, concepts, subjects, key)));
  }
  const isFact = part.kind !== 'text' || part.isDefinition;
  const nearly = part.form === 'steps' ? NEARLY_AS_GOOD : isFact ? AS_GOOD : AS_CLEAR;
  const kept = aboutIdentifiers(found, identifiers, naming);
  const ranked = withoutListedAbove(kept)
    .flatMap((one) => {
      const worth = [
        introduction ? introductoryWorth(introduction, one) : 0,
        task ? worthForTask(task, one.hit, one.passage) : 0,
      ];
      return worth.includes(undefined) ? [] : [better(one, sumOf(worth))];
    })
    .sort((one, other) => other.passage.score - one.passage.score);
  const [best] = ranked;
  const isContinued = (hit: Hit, { isInstruction }: Passage) =>
    isInstruction && hit.page === best?.hit.page;
  const seen = new Set<string>();
  return ranked
    .filter((one) => one === best || best === undefined || !isFact || addsTo(best, one, part))
    .filter(
      ({ hit, passage }) =>
        hit.space === best?.hit.space &&
        passage.score >= best.passage.score * (isContinued(hit, passage) ? STEPS_BELOW : nearly) &&
        passage.isDefinition === best.passage.isDefinition &&
        (passage.isInstruction || !best.passage.isInstruction),
    )
    .filter(({ hit, passage }) => {
      const own = [hit.body, passage.blocks[passage.at]?.text ?? ''];
      const isNew = !own.some((text) => seen.has(text));
      for (const text of own) seen.add(text);
      return isNew;
    })
    .slice(0, most);
}

/** How well a passage introduces a product; undefined if it does not. */
function introductoryWorth(introduction: Introduction, { hit, passage }: PassageHit) {
  if (passage.isAskedAbove) return 0;
  return worthAsIntroduction(introduction, hit, passage.blocks[passage.at]?.text ?? '');
}

function sumOf(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

function better(one: PassageHit, worth: number): PassageHit {
  return { ...one, passage: { ...one.passage, score: one.passage.score + worth } };
}

/**
 * Whether a passage may tell more than the best one: it has a further word of the question, the steps that the best only
 * introduces, another definition, or a row for the same name in another table.
 */
function addsTo(
  { passage: best }: PassageHit,
  { passage }: PassageHit,
  part: QuestionPart,
): boolean {
  if (part.defines || (passage.isInstruction && !best.isInstruction)) return true;
  if ([...passage.core.found].some((concept) => !best.core.found.has(concept))) return true;
  const [one, other] = [best, passage].map(({ head, blocks, at }) =>
    head === undefined ? undefined : blocks[at]?.text,
  );
  return one !== undefined && other !== undefined && one !== other;
}

/** Without the beginnings of pages about the things that a question asks for, if they are listed further down. */
function withoutListedAbove(found: readonly PassageHit[]): PassageHit[] {
  const listing = new Set(found.flatMap(({ hit, passage }) => (passage.isList ? [hit.page] : [])));
  return found.filter(
    ({ hit, passage }) => !passage.isListed || passage.isList || !listing.has(hit.page),
  );
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`\\b${word}\\b`).test(text);
}

/** Words of a question that name one of several spaces, whose answer the question wants. */
function spaceNamesIn(
  db: Database,
  spaces: readonly string[],
  words: readonly string[],
): readonly string[] {
  if (spaces.length < 2) return [];
  const titles = db.all<{ title: string | null }>(
    'SELECT title FROM space WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(spaces),
  );
  return titles.flatMap(({ title }) => {
    const named = wordsOf(title ?? '');
    return named.every((word) => words.includes(word) && !LIGHT.has(word)) ? named : [];
  });
}

/** Hits that are examined together. */
export function groupsOf<T extends Pick<Hit, 'body'>>(hits: readonly T[]): T[][] {
  const groups: T[][] = [];
  let characters = 0;
  for (const hit of hits) {
    const group = groups.at(-1);
    characters += hit.body.length;
    if (group && group.length < AT_ONCE && characters <= CHARACTERS_AT_ONCE) group.push(hit);
    else {
      groups.push([hit]);
      characters = hit.body.length;
    }
  }
  return groups;
}

function passagesIn(
  db: Database,
  hits: readonly Hit[],
  part: QuestionPart,
  concepts: readonly Concept[],
  subjects: Subjects,
  key: string,
): PassageHit[] {
  const ids = hits.map(({ id }) => id);
  const above = headingsAbove(db, ids);
  const marked = oneStep(`marked ${key}`, () => markSections(db, ids, concepts));
  return hits.flatMap((hit) => {
    const section = marked.get(hit.id);
    if (!section) return [];
    const around = aroundOf(db, hit, concepts, subjects.get(hit.space));
    const named = { ...section, above: plainTokens(above.get(hit.id) ?? '', concepts) };
    const passages = labelledParts(named, part).flatMap((one, at) => {
      const passage = bestPassage(one, part, concepts, around, `${hit.id} ${at} ${key}`);
      return passage ? [{ hit, above: above.get(hit.id) ?? '', passage }] : [];
    });
    const [first, ...others] = passages;
    const better = (one: PassageHit, other: PassageHit) =>
      other.passage.score > one.passage.score ? other : one;
    return first ? [others.reduce(better, first)] : [];
  });
}

function candidates(
  db: Database,
  spaces: readonly string[],
  concepts: readonly Concept[],
  shows: (page: PageKey) => boolean,
  { product, isDefinition, proper }: QuestionPart,
  subjects: Subjects,
  naming: readonly Hit[],
): Hit[] {
  const heavy = concepts.filter(({ light }) => !light);
  const groups = heavy.map(({ forms }) => anyOf(forms));
  const every = allOf(heavy);
  const told = heavy.filter(({ word }) => !isImplied(word));
  // Pages above may have the names.
  const unnamed = heavy.filter(({ word }) => !proper.includes(word));
  const light = concepts.filter(({ light }) => light).map(({ forms }) => anyOf(forms));
  const searched = [
    { expression: `title : (${every})`, most: MAX_WITH_ALL },
    { expression: `{title heading parts} : (${every})`, most: MAX_WITH_ALL },
    { expression: every, most: MAX_WITH_ALL },
    { expression: groups.join(' OR '), most: MAX_WITH_ANY },
    ...(isDefinition ? definitionsOf(heavy, every) : []),
    ...[told, unnamed]
      .filter(({ length }) => length > 0 && length < heavy.length)
      .map((some) => ({ expression: allOf(some), most: MAX_WITH_ALL })),
    ...(light.length > 0
      ? [{ expression: `${every} AND (${light.join(' OR ')})`, most: MAX_WITH_ALL }]
      : []),
  ];
  const all = (expression: string, most: number, within = spaces) =>
    searchExpression(db, within, expression, shows, most);
  const found = searched.flatMap(({ expression, most }) => all(expression, most));
  for (const { names, spaces: within } of spacesBySubject(subjects)) {
    const others = heavy.filter(({ word }) => !names.includes(word));
    if (others.length === 0 || others.length === heavy.length) continue;
    const asked = allOf(others);
    found.push(...all(`heading : (${asked})`, MAX_WITH_ALL, within));
    if (isDefinition) found.push(...all(termOf(asked), MAX_WITH_ALL, within));
    found.push(...all(asked, MAX_WITH_ALL, within));
  }
  if (product) {
    const stated = all(versionsOf(product), MAX_VERSIONS);
    const states = (hit: Hit) =>
      oneStep(`version ${hit.id} of ${product}`, () => statesVersion(hit, product));
    found.push(...stated.filter(states).slice(0, MAX_WITH_ALL));
  }
  return [...new Map([...found, ...naming].map((hit) => [hit.id, hit])).values()].filter(
    ({ body }) => body,
  );
}

/** An expression for sections with all of these concepts. */
function allOf(concepts: readonly Concept[]): string {
  return concepts.map(({ forms }) => anyOf(forms)).join(' AND ');
}

/** Sections that may define a subject: those of glossaries, and those that say what it is. */
function definitionsOf(heavy: readonly Concept[], every: string) {
  const subject = heavy.map(({ word }) => word).join(' ');
  const stated = anyOf([...COPULAS].map((copula) => `${subject} ${copula}`));
  return [termOf(every), stated].map((expression) => ({ expression, most: MAX_WITH_ALL }));
}

/** Sections of glossaries. */
function termOf(subject: string): string {
  return `heading : (${subject}) AND title : ${anyOf(GLOSSARY)}`;
}

/** Sections that state the version of a product. */
function versionsOf(product: readonly string[]): string {
  const stated = anyOf(['requirements', 'prerequisites', 'version', 'higher', 'newer', 'later']);
  return [...product.map((word) => anyOf([word])), stated].join(' AND ');
}

/** Whether a section states a version right after a product's name. */
function statesVersion({ title, heading, body }: Hit, product: readonly string[]): boolean {
  return body
    .slice(0, MAX_FOR_VERSION)
    .split('\n')
    .some((line) => /\d/.test(line) && tellsVersion(line, product, { title, heading }));
}

/** The headings of the sections around these. */
function headingsAbove(db: Database, ids: readonly number[]): Map<number, string> {
  const sql = 'SELECT id, above FROM section WHERE id IN (SELECT value FROM json_each(?))';
  const rows = db.all<{ id: number; above: string }>(sql, JSON.stringify(ids));
  return new Map(rows.map(({ id, above }) => [id, above]));
}

/** The words of a text that the index did not mark. */
function plainTokens(text: string, concepts: readonly Concept[]): MarkedWord[] {
  const find = conceptsByForm(concepts);
  return wordsOf(text).map((word) => {
    const [concept = -1] = find(word);
    return { text: word, concept, other: false };
  });
}

/** The concepts in the titles above a page, in the name of its space, and those that its space is about. */
function aroundOf(
  db: Database,
  { space, page }: Hit,
  concepts: readonly Concept[],
  subjects: readonly string[] = [],
): Set<number> {
  const sql = `WITH RECURSIVE above (parent, title, depth) AS (
      SELECT parent, '', 0 FROM page WHERE branch = ?1 AND id = ?2 AND from_seq <= ?3 AND until > ?3
      UNION ALL SELECT page.parent, page.title, depth + 1 FROM above
        JOIN page ON branch = ?1 AND id = above.parent AND from_seq <= ?3 AND until > ?3 WHERE depth < ?4
    ) SELECT group_concat(title, ' ') AS titles, (SELECT title FROM space WHERE id = ?1) AS name FROM above`;
  const above = db.get<{ titles: string | null; name: string | null }>(
    sql,
    ...[space, page, headOf(db, space)?.seq ?? 0, MAX_DEPTH],
  );
  const titled = new Set(wordsOf(above?.titles ?? '').flatMap(conceptsByForm(concepts)));
  const name = above?.name?.toLowerCase() ?? '';
  return new Set(
    concepts.flatMap(({ word }, at) => {
      const isWord = wordsOf(name).includes(word) && !GENERAL.has(word);
      const isName = isWord || (word.length >= 4 && name.includes(word)) || subjects.includes(word);
      return isName || titled.has(at) ? [at] : [];
    }),
  );
}
