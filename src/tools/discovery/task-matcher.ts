import { mapInTurns, type turns } from '../../turns.ts';
import { canonicalStems } from './query.ts';
import { isSignificant, stemsOf, wordsOf } from './words.ts';

type Stems = ReadonlySet<string>;

/** Returns how well a question, as stems, matches the best task of each tool: from 0 to 1, in the catalogue's order. */
export type TaskMatcher = (question: readonly string[]) => number[];

/** The forms in which a question is compared with a task: as worded, and with synonyms replaced. */
const FORMS: readonly ((stems: readonly string[]) => Stems)[] = [
  (stems) => new Set(stems.filter(isSignificant)),
  // A single word with its synonyms would match too much.
  (stems) => {
    const canonical = canonicalStems(stems);
    return canonical.size > 1 ? canonical : new Set();
  },
];

/** How much a match with synonyms counts, relative to one of the words themselves. */
const SYNONYM_MATCH = 0.95;

/** Creates the matcher for the tasks of each tool, with turns for other work. Rare words weigh more. */
export async function createTaskMatcher(
  tasksOfTools: readonly (readonly string[])[],
  turn: ReturnType<typeof turns>,
): Promise<TaskMatcher> {
  const stemsOfTasks = (tasks: readonly string[]) => tasks.map((task) => stemsOf(wordsOf(task)));
  const stemmed = await mapInTurns(tasksOfTools, stemsOfTasks, turn);
  const matchers: TaskMatcher[] = [];
  for (const form of FORMS) {
    const match = createSetMatcher(await mapInTurns(stemmed, (tasks) => tasks.map(form), turn));
    matchers.push((question) => match(form(question)));
  }
  return (question) => {
    const [first = [], ...others] = matchers.map((match) => match(question));
    return first.map((similarity, at) =>
      Math.max(similarity, ...others.map((one) => SYNONYM_MATCH * (one[at] ?? 0))),
    );
  };
}

function createSetMatcher(
  stemsOfTools: readonly (readonly Stems[])[],
): (question: Stems) => number[] {
  const weigh = createWeights(stemsOfTools.flat());
  const similarity = (question: Stems, task: Stems) => {
    const shared = [...question].filter((stem) => task.has(stem));
    return (2 * weigh(shared)) / (weigh(question) + weigh(task) || 1);
  };
  return (question) =>
    stemsOfTools.map((tasks) => Math.max(0, ...tasks.map((task) => similarity(question, task))));
}

/** Returns the total weight of stems: the fewer tasks a stem occurs in, the heavier it is. */
function createWeights(tasks: readonly Stems[]): (stems: Iterable<string>) => number {
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
