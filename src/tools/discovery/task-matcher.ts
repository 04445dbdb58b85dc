import { isSignificant, stemsOf, wordsOf } from './words.ts';

/** Returns how well a question, as stems, matches the best task of each tool: from 0 to 1, in the catalogue's order. */
export type TaskMatcher = (question: ReadonlySet<string>) => number[];

/** Creates the matcher for the tasks of each tool. Rare words weigh more. */
export function createTaskMatcher(tasksOfTools: readonly (readonly string[])[]): TaskMatcher {
  const stemsOfTools = tasksOfTools.map((tasks) => tasks.map(significantStems));
  const weigh = createWeights(stemsOfTools.flat());

  const similarity = (question: ReadonlySet<string>, task: ReadonlySet<string>) => {
    const shared = [...question].filter((stem) => task.has(stem));
    return (2 * weigh(shared)) / (weigh(question) + weigh(task) || 1);
  };

  return (question) =>
    stemsOfTools.map((tasks) => Math.max(0, ...tasks.map((task) => similarity(question, task))));
}

function significantStems(task: string): ReadonlySet<string> {
  return new Set(stemsOf(wordsOf(task)).filter(isSignificant));
}

/** Returns the total weight of stems: the fewer tasks a stem occurs in, the heavier it is. */
function createWeights(tasks: readonly ReadonlySet<string>[]): (stems: Iterable<string>) => number {
  const frequencies = new Map<string, number>();
  for (const stem of tasks.flatMap((stems) => [...stems])) {
    frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
  }
  return (stems) => {
    let total = 0;
    for (const stem of stems) total += Math.log(1 + tasks.length / (frequencies.get(stem) ?? 1));
    return total;
  };
}
