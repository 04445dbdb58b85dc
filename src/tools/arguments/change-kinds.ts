import type { Fields } from '../../json/index.ts';
import { camelCase } from './canonical-names.ts';
import { NAME_SYNONYMS } from './synonyms.ts';

/** A change has fewer members than this. */
const MAX_NAMES = 50;

const MAX_KIND = 40;

/** The names of the field with a text. */
export const TEXT_FIELDS = ['document', ...(NAME_SYNONYMS.document ?? [])];

/** The names of fields with pages. */
export const PAGE_FIELDS = ['page', 'pageId', 'pages', 'pageIds', 'path'];

export const RENAMES = /rename|retitle/i;

/** Whether a change has an old and a new text. */
export function hasOldAndNew(value: Fields): boolean {
  const given = Object.keys(value).slice(0, MAX_NAMES).map(camelCase);
  const has = (name: string) =>
    [name, ...(NAME_SYNONYMS[name] ?? [])].some((one) => given.includes(one));
  return (has('old') && has('new')) || (given.includes('from') && given.includes('to'));
}

type Verb = 'insert' | 'update' | 'replace' | 'delete' | 'revert';
type Noun = 'page' | 'text' | 'section' | 'files' | 'setting';

const VERBS: Readonly<Record<Verb, RegExp>> = {
  insert: /^(?:insert|add|create|new|make|append|prepend|upload)$/,
  update:
    /^(?:update|edit|modify|set|change|rename|retitle|move|relocate|reorder|hide|unhide|show)$/,
  replace: /^(?:replace|substitute)$/,
  delete: /^(?:delete|remove|drop)$/,
  revert: /^(?:revert|restore|undo|rollback)$/,
};

const NOUNS: Readonly<Record<Noun, RegExp>> = {
  page: /^(?:pages?|documents?|docs?|articles?|subpages?)$/,
  text: /^(?:texts?|contents?|body|strings?|sentences?|lines?|paragraphs?|words?|markdown)$/,
  section: /^(?:sections?)$/,
  files: /^(?:files?|images?|assets?|attachments?)$/,
  setting: /^(?:title|name|description|icon|emoji|slug|hidden|visibility|metadata|frontmatter)$/,
};

const FILLER_WORDS = /^(?:to|in|at|of|the|a|an|from|end|start|top|bottom|before|after|under|into)$/;

/** Interprets a kind of change in other words, such as `delete_section` or `page_create`. */
export function readKind(word: string, change: Fields): Fields | undefined {
  if (word.length > MAX_KIND) return undefined;
  const parts = word
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const verbs = matchingKeys(VERBS, parts);
  const nouns = matchingKeys(NOUNS, parts);
  const known = [...Object.values(VERBS), ...Object.values(NOUNS), FILLER_WORDS];
  const isKnown = parts.every((part) => known.some((pattern) => pattern.test(part)));
  const [verb, another] = verbs;
  // Sections and settings belong to a page, so a call may name the page as well.
  const [noun, ...others] = nouns.length > 1 ? nouns.filter((one) => one !== 'page') : nouns;
  if (!isKnown || verb === undefined || another !== undefined || others.length > 0) {
    return undefined;
  }
  const subject = noun ?? nounOf(verb, change);
  const reading = READINGS[verb][subject];
  return reading?.({ ...change }, parts);
}

function matchingKeys<K extends string>(
  patterns: Readonly<Record<K, RegExp>>,
  parts: readonly string[],
): K[] {
  const found = (Object.entries(patterns) as [K, RegExp][]).filter(([, pattern]) =>
    parts.some((part) => pattern.test(part)),
  );
  return found.map(([key]) => key);
}

/** What a verb without a noun applies to, by the other members of the change. */
function nounOf(verb: Verb, change: Fields): Noun {
  if (hasOldAndNew(change) || 'old' in change) return 'text';
  if ('section' in change || 'heading' in change) return verb === 'insert' ? 'text' : 'section';
  if ('files' in change) return 'files';
  return verb === 'insert' && PAGE_FIELDS.some((one) => one in change) ? 'text' : 'page';
}

type Reading = (change: Fields, parts: readonly string[]) => Fields | undefined;

const asOperation =
  (operation: string, more: Fields = {}): Reading =>
  (change) => ({ operation, ...more, ...change });

/** Inserts a text under a heading, unless the text begins with one. */
const newSection: Reading = (change) => {
  const { heading, title, section, ...rest } = change;
  const name = TEXT_FIELDS.concat('new').find((one) => typeof rest[one] === 'string');
  const text = name === undefined ? '' : String(rest[name]);
  const head = [heading, title, section].find((one) => typeof one === 'string');
  if (name === undefined || head === undefined) return undefined;
  const { [name]: _, ...others } = rest;
  const titled = text.trimStart().startsWith('#') ? text : `## ${head}\n\n${text}`;
  return { operation: 'insert_text', ...others, new: titled };
};

const deletedText: Reading = ({ text, ...change }) => ({
  operation: 'replace_text',
  ...(text !== undefined && { old: text }),
  ...change,
  new: '',
});

const insertedText: Reading = (change, parts) => {
  const isAtStart = parts.some((part) => ['prepend', 'start', 'top'].includes(part));
  const { heading, section = heading, ...rest } = change;
  const isBefore = parts.includes('before') && typeof section === 'string';
  if (isBefore) return { operation: 'insert_text', before: section, ...rest };
  return {
    operation: 'insert_text',
    ...(section !== undefined && { section }),
    ...(isAtStart && { at: 'start' }),
    ...rest,
  };
};

const changedText: Reading = (change) =>
  hasOldAndNew(change)
    ? { operation: 'replace_text', ...change }
    : { operation: 'update_page', ...change };

const HIDDEN_BY_VERB: Readonly<Record<string, boolean>> = {
  hide: true,
  unhide: false,
  show: false,
};

const changedPage: Reading = (change, parts) => {
  const shown = parts.find((part) => Object.hasOwn(HIDDEN_BY_VERB, part));
  const { value, ...rest } = change;
  const setting = parts.find((part) => NOUNS.setting.test(part));
  const isSet = value !== undefined && setting !== undefined && setting !== 'metadata';
  return {
    operation: parts.some((part) => RENAMES.test(part)) ? 'rename_page' : 'update_page',
    ...(shown !== undefined && { hidden: HIDDEN_BY_VERB[shown] }),
    ...(isSet && { [setting === 'name' ? 'title' : setting]: value }),
    ...(isSet ? rest : change),
  };
};

const READINGS: Readonly<Record<Verb, Partial<Readonly<Record<Noun, Reading>>>>> = {
  insert: {
    page: asOperation('insert_page'),
    text: insertedText,
    section: (change, parts) =>
      parts.includes('to') || parts.includes('in')
        ? insertedText(change, parts)
        : newSection(change, parts),
    files: asOperation('insert_files'),
  },
  update: {
    page: changedPage,
    setting: changedPage,
    text: changedText,
    section: asOperation('replace_section'),
  },
  replace: {
    page: changedPage,
    text: changedText,
    section: asOperation('replace_section'),
    setting: changedPage,
  },
  delete: {
    page: asOperation('delete_page'),
    text: deletedText,
    section: (change) => ({ operation: 'replace_section', ...change, document: { markdown: '' } }),
  },
  revert: { page: asOperation('revert_page') },
};
