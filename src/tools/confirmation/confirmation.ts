import { z } from 'zod';
import { type Fields, isObject } from '../../json/index.ts';
import { type Arguments, allOperations } from '../../operations/index.ts';
import { quoted } from '../../text/index.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext, Tool } from '../tool.ts';
import {
  describeTarget,
  type NamedObject,
  parentsOf,
  type Target,
  targetId,
  titleOfSpace,
} from './target.ts';

/**
 * When a person must confirm a destructive call or a publication: `auto` asks if the client supports it, `always`
 * asks or refuses, `never` skips (for bots).
 */
export type ConfirmMode = 'auto' | 'always' | 'never';

/** Maximum number of values in a question, which is one line. */
const MAX_SETTINGS = 8;

/** Arguments that a question names in another place, or that are none of the person's business. */
const NAMED_ELSEWHERE = new Set(['title', 'name', 'spaceId', 'confirm', 'expectedRevision']);

/** A call that waits for confirmation. */
export interface Question {
  /** One line, in which foreign text cannot pass for the server's own words. */
  question: string;
  /** The state of the target that the question is about. The confirmation is valid for no other. */
  state: string;
}

/** The argument that carries the confirmation if the client cannot ask. */
export const confirmArgument = z
  .string()
  .optional()
  .describe('the target id, once a person agreed');

/** Whether a call with these arguments deletes something or makes it public, whatever its target is like now. */
export function needsConfirmation(tool: Tool, args: Arguments, present?: Fields): boolean {
  return tool.destructive && (!tool.confirm || tool.confirm(args, present) !== undefined);
}

/** Whether a call with these arguments may have to be confirmed, which depends on its target. */
export function mayNeedConfirmation(tool: Tool, args: Arguments): boolean {
  const { compared = [] } = tool.confirm ?? {};
  return needsConfirmation(tool, args) || compared.some((name) => args[name] !== undefined);
}

/**
 * Asks a person before something is deleted or made public. Returns the question to ask, or undefined if the call may
 * proceed. A confirmation for another state of the target is not valid: the person is asked again.
 * @throws {Refusal} if the person declined, or must be asked and cannot be.
 */
export async function requireConfirmation(
  tool: Tool,
  args: Arguments,
  context: CallContext,
  mode: ConfirmMode,
): Promise<Question | undefined> {
  const { approval, confirmedState } = context;
  const isAsked = mode === 'always' || ['accepted', 'declined', 'askable'].includes(`${approval}`);
  if (mode === 'never' || !isAsked || !mayNeedConfirmation(tool, args)) return undefined;
  const target = await describeTarget(tool, args, context);
  if (!needsConfirmation(tool, args, target.present)) return undefined;
  if (approval === 'declined') {
    throw new Refusal(`A person declined "${tool.title}". Nothing was sent; do not repeat it.`);
  }
  if (approval === 'accepted' || approval === 'askable') {
    if (approval === 'accepted' && confirmedState === target.state) return undefined;
    const question = await questionFor(tool, args, target, context);
    return { question, state: target.state };
  }
  const id = targetId(tool, args);
  if (args.confirm === id) return undefined;
  const question = await questionFor(tool, args, target, context);
  throw new Refusal(
    `"${tool.title}" needs a person's consent, and this client cannot ask. Nothing was sent. Ask the person (${question}), and when they agree call again with confirm ${JSON.stringify(id)}.`,
  );
}

async function questionFor(
  tool: Tool,
  args: Arguments,
  { id, title, outdated, present, contents }: Target,
  context: CallContext,
): Promise<string> {
  const parents = await parentsOf(tool, args, context);
  const named = [{ id, ...(title && { title }) }, ...parents].map(nameOf).join(' in ');
  return [
    context.approval === 'accepted' && 'It changed after you were asked.',
    `${tool.title}${newTitle(tool, args)}: ${named}.`,
    await otherSpace(tool, args, context),
    tool.consequence ? await tool.consequence(args, context) : explanation(tool),
    settingsOf(tool, args),
    tool.confirm?.(args, present),
    contents.length > 0 && `It has: ${contents.join(', ')}.`,
    isForGood(tool) && 'It cannot be undone.',
    outdated &&
      'It is outdated: the primary content moved on since, so an update first would be safer.',
    'Go on?',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The title of what a call creates. */
function newTitle({ effect }: Tool, { title, name }: Arguments): string {
  const own = title ?? name;
  return effect === 'create' && typeof own === 'string' ? ` ${quoted(own)}` : '';
}

/** The space that a call opens or moves, if it is not itself the target. */
async function otherSpace(
  { operation }: Tool,
  { spaceId }: Arguments,
  context: CallContext,
): Promise<string | undefined> {
  if (!operation || typeof spaceId !== 'string') return undefined;
  if (operation.pathTemplate.includes('{spaceId}')) return undefined;
  const title = await titleOfSpace(spaceId, context);
  return `The space is ${nameOf({ id: spaceId, ...(title && { title }) })}.`;
}

/** The values that the call sets, and its destination. */
function settingsOf({ operation }: Tool, args: Arguments): string | undefined {
  const settings = Object.entries(args)
    .filter(([name]) => operation && !(name in operation.path) && !NAMED_ELSEWHERE.has(name))
    .flatMap(([name, value]) =>
      isObject(value)
        ? Object.entries(value).map(([member, one]) => setting(`${name}.${member}`, one))
        : [setting(name, value)],
    );
  const shown = settings.slice(0, MAX_SETTINGS).join(', ');
  return shown && `With ${shown}${settings.length > MAX_SETTINGS ? ', …' : ''}.`;
}

function setting(name: string, value: unknown): string {
  const items = isObject(value) || Array.isArray(value) ? Object.keys(value).length : undefined;
  return `${quoted(name).slice(1, -1)} ${items === undefined ? quoted(String(value)) : `(${items})`}`;
}

function nameOf({ id, title }: NamedObject): string {
  const name = quoted(id).slice(1, -1);
  return title ? `${quoted(title)} (${name})` : name;
}

/** The summary, unless it only repeats the title. */
function explanation({ title, summary }: Tool): string | undefined {
  const words = summary.toLowerCase().match(/[\w-]+/g) ?? [];
  const known = new Set(['a', 'an', 'from', 'of', 'on', 'to', ...title.toLowerCase().split(' ')]);
  return words.every((word) => known.has(word)) ? undefined : summary;
}

/** Whether it deletes something that no other operation brings back. */
function isForGood({ name }: Tool): boolean {
  const restoring = name.replace(/^delete_/, 'restore_');
  return restoring !== name && allOperations.every(({ tool }) => tool !== restoring);
}
