import { z } from 'zod';
import { PAGE_SETTINGS } from '../../operations/content-changes.ts';
import type { Arguments } from '../../operations/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { inlineValue } from '../../text/index.ts';
import { Refusal } from '../refusal.ts';
import { asksForAll } from '../results/lean.ts';
import type { Tool } from '../tool.ts';
import type { Facts } from './view.ts';

/** The argument with which a caller selects fields. */
export const fields = z.array(z.string().min(1)).min(1).max(50).optional();

/** The location of the items that `fields` applies to; if there are none, it applies to the answer itself. */
const LISTS = ['items', 'pages', 'files'];

const OF_PAGES: readonly unknown[] = ['page', 'tree'];

/** How callers also name a field of each item. */
const OF_ITEMS = /^(?:items|pages|files)(?:\[\])?\./;

/** Whether `fields` selects fields of the answer, rather than being an argument of the operation. */
export function picksFields({ input }: Tool): boolean {
  return input.shape.fields === fields;
}

/** Returns everything, as `fields` does with `*`. */
export const VERBOSE = 'verbose';

/**
 * The arguments with `fields` as a list: models also pass comma-separated names, or request everything with `verbose`.
 * Validation refuses anything else.
 */
export function withFields(tool: Tool, args: Arguments): Arguments {
  if (!picksFields(tool)) return args;
  const { [VERBOSE]: verbose, ...rest } = args;
  const isTrue = verbose === true || verbose === 'true';
  if (verbose !== undefined && !isTrue && verbose !== false && verbose !== 'false') return args;
  const { fields: named } = rest;
  if (isTrue) return { ...rest, fields: ['*'] };
  if (typeof named !== 'string' || named.trimStart().startsWith('[')) return rest;
  const names = named.split(',').map((name) => name.trim().replace(OF_ITEMS, ''));
  return { ...rest, fields: names.filter((name) => name !== '') };
}

/**
 * Refuses names of fields that an answer cannot have.
 * @throws {Refusal} naming those that it can have.
 */
export function checkFields(tool: Tool, facts: Facts, { fields: names }: Arguments): void {
  if (!picksFields(tool) || !Array.isArray(names) || asksForAll(names)) return;
  const { output } = tool;
  const lists = listsIn(facts);
  const holders = lists.length > 0 ? lists.flatMap((name) => facts[name] as Facts[]) : [facts];
  const published =
    lists.length > 0 ? lists.flatMap((name) => namesIn(itemOf(output, name))) : namesIn(output);
  // What an edit can set may be absent from every page.
  const settings = OF_PAGES.includes(tool.operation?.view) ? PAGE_SETTINGS : [];
  const found = holders.flatMap((one) => Object.keys(one));
  const possible = new Set([...published, ...settings, ...found]);
  const unknown = names.filter((name) => !possible.has(name));
  if (unknown.length === 0) return;
  throw new Refusal(
    `fields: there is no ${unknown
      .slice(0, 5)
      .map((name) => asGiven(name))
      .join(', ')} here. Possible: ${[...possible].map(inlineValue).join(', ')}, or "*" for all.`,
  );
}

/** The answer with only the requested fields of its items; `id` always stays, and so does the tree of pages. */
export function pickFields(facts: Facts, args: Arguments): Facts {
  const names = args.fields as string[] | undefined;
  if (!names || asksForAll(names)) return facts;
  const keep = new Set(['id', ...names]);
  const lists = listsIn(facts);
  if (lists.length === 0) return pick(facts, keep);
  const picked = lists.map((name) => {
    const pickFrom = name === 'pages' ? pickFromPage : pick;
    return [name, (facts[name] as Facts[]).map((item) => pickFrom(item, keep))];
  });
  return { ...facts, ...Object.fromEntries(picked) };
}

function listsIn(facts: Facts): string[] {
  // The `pages` of a page are its subpages, not the requested list.
  if ('path' in facts) return [];
  return LISTS.filter((name) => Array.isArray(facts[name]));
}

function pick(item: Facts, keep: ReadonlySet<string>): Facts {
  return Object.fromEntries(Object.entries(item).filter(([name]) => keep.has(name)));
}

/** Subpages get the same selection of fields. */
function pickFromPage(page: Facts, keep: ReadonlySet<string>): Facts {
  const { pages } = page;
  const picked = pick(page, keep);
  if (!Array.isArray(pages)) return picked;
  return { ...picked, pages: pages.map((below: Facts) => pickFromPage(below, keep)) };
}

/** The published fields of a list's items. */
function itemOf(output: z.ZodObject, name: string): unknown {
  const list = bare(output.shape[name]);
  return list instanceof z.ZodArray ? bare(list.element) : undefined;
}

function namesIn(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function bare(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? bare(schema.unwrap())
    : schema;
}
