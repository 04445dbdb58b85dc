import { tools } from '../catalogue.ts';
import { Refusal } from '../refusal.ts';
import { factsOf } from '../results/facts.ts';
import { withinBudget } from '../views/budget.ts';
import type { LargeAnswer, LargeResult } from './run.ts';

/** Makes the result of a large answer, in a worker thread. */
export default async function makeLargeResult({
  name,
  json,
  args,
  written,
  maxResultTokens,
}: LargeAnswer): Promise<LargeResult> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  const answer: unknown = JSON.parse(Buffer.from(json).toString('utf8'));
  const { facts, failed } = factsOf({ tool, answer, args, written });
  try {
    const shown = await withinBudget(tool, facts, args, maxResultTokens);
    return { text: shown.text ?? JSON.stringify(shown.facts), failed };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}
