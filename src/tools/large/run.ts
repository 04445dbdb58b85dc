import { encodeInTurns, weightOf } from '../../json/index.ts';
import type { Arguments } from '../../operations/index.ts';
import { OverLimit, ThreadPool } from '../../thread-pool.ts';
import { Refusal } from '../refusal.ts';
import type { AnsweredCall } from '../results/facts.ts';
import { successResult, type ToolResult } from '../results/result.ts';

/** An answer that a thread turns into the result of a call. */
export interface LargeAnswer {
  /** The tool's arguments. */
  name: string;
  /** The answer as JSON. */
  json: SharedArrayBuffer;
  args: Arguments;
  written: unknown;
  maxResultTokens: number;
}

/** The result as JSON, or why the arguments do not fit the answer. */
export type LargeResult = { text: string; failed: boolean } | { refused: string };

/** Lighter answers take a few milliseconds. */
const MAX_LIGHT = 256 * 1024;

const pool = new ThreadPool<LargeAnswer, LargeResult>(
  import.meta.url,
  { source: './tasks.ts', built: './result-tasks.js' },
  { threads: 2, timeMs: 60_000, memoryMb: 1_024 },
);

/** Whether creating the result of this answer in this thread would make others wait. */
export function isLarge({ answer }: AnsweredCall): boolean {
  return weightOf(answer, MAX_LIGHT) > MAX_LIGHT;
}

/**
 * The result of a large answer, made by a worker thread.
 * @throws {Refusal} if the arguments do not fit the answer, or if it takes too long.
 */
export async function resultByWorker(
  { tool, answer, args, written }: AnsweredCall,
  maxResultTokens: number,
): Promise<ToolResult> {
  const json = await encodeInTurns(answer);
  const outcome = await pool
    .run({ name: tool.name, json, args, written, maxResultTokens })
    .catch((error) => {
      if (!(error instanceof OverLimit)) throw error;
      throw new Refusal(
        `The platform's answer is too large: it takes more than ${error.limit} to read. Ask for less of it. Check whether the call had an effect before you repeat it.`,
      );
    });
  if ('refused' in outcome) throw new Refusal(outcome.refused);
  const result = successResult(JSON.parse(outcome.text), outcome.text);
  if (outcome.failed) result.isError = true;
  return result;
}
