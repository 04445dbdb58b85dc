import { startWorld } from './prepared-world.ts';
import { differences, readState, type WorldState } from './state.ts';
import type { Task } from './task.ts';
import type { World } from './world.ts';

/** The outcome of one attempt at one task. */
export interface EvalAttempt {
  /** Problems that the verifier found; empty if the task was done. */
  problems: string[];
  milliseconds: number;
}

/**
 * Gives a task to an agent on a separate platform, and verifies the result. `work` returns the final answer; an error
 * that it throws counts as a problem.
 */
export async function attempt(
  task: Task,
  prepared: string,
  work: (world: World) => Promise<string | undefined>,
): Promise<EvalAttempt> {
  const world = await startWorld(prepared);
  try {
    await task.setUp?.(world);
    const before = await readState(world);
    const start = performance.now();
    const { answer, failure } = await finished(work, world);
    const milliseconds = performance.now() - start;
    const after = await readState(world);
    const problems = await judge(task, { answer, before, after, world });
    return { problems: [...failure, ...problems], milliseconds };
  } finally {
    await world.close();
  }
}

async function finished(work: (world: World) => Promise<string | undefined>, world: World) {
  try {
    return { answer: (await work(world)) ?? '', failure: [] };
  } catch (error) {
    return { answer: '', failure: [`it failed: ${(error as Error).message}`] };
  }
}

function judge(
  task: Task,
  outcome: { answer: string; before: WorldState; after: WorldState; world: World },
): string[] | Promise<string[]> {
  return task.verify({ ...outcome, changed: differences(outcome.before, outcome.after) });
}
