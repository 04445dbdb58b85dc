import { z } from 'zod';
import type { Arguments } from '../operations/index.ts';
import { Refusal } from './refusal.ts';
import { describeTarget, targetId } from './target.ts';
import type { CallContext, Tool } from './tool.ts';

/**
 * When a person is asked before something is taken away: `auto` where the client can ask, `always` or not at
 * all, `never` for bots.
 */
export type ConfirmMode = 'auto' | 'always' | 'never';

/** A call that waits for a person's word. */
export interface Question {
  question: string;
}

/** The argument that takes a person's word where the client cannot ask. */
export const confirmArgument = z
  .string()
  .optional()
  .describe('the target id, once a person agreed');

/**
 * Asks a person before something is taken away, where that is due. Returns the question to ask, or undefined when the call may go on.
 * @throws {Refusal} when the person said no, or has to be asked and cannot be.
 */
export async function requireConfirmation(
  tool: Tool,
  args: Arguments,
  context: CallContext,
  mode: ConfirmMode,
): Promise<Question | undefined> {
  if (mode === 'never' || context.approval === 'accepted') return undefined;
  if (context.approval === 'declined') {
    throw new Refusal(`A person declined "${tool.title}". Nothing was sent; do not repeat it.`);
  }
  if (context.approval === 'askable') return { question: await questionFor(tool, args, context) };
  if (mode === 'auto') return undefined;
  const id = targetId(tool, args);
  if (args.confirm === id) return undefined;
  throw new Refusal(
    `"${tool.title}" needs a person's word, and this client cannot ask. Nothing was sent. Ask the person, and when they agree call again with confirm ${JSON.stringify(id)}.`,
  );
}

async function questionFor(tool: Tool, args: Arguments, context: CallContext): Promise<string> {
  const { id, title, outdated } = await describeTarget(tool, args, context);
  const name = title ? `${JSON.stringify(title)} (${id})` : id;
  const warning = outdated
    ? ' It is outdated: the primary content moved on since, so an update first would be safer.'
    : '';
  return `${tool.title}: ${name}. ${tool.summary}${warning} Go on?`;
}
