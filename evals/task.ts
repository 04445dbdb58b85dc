import type { Difference, State } from './state.ts';
import type { World } from './world.ts';

/** The tools of the server under test, as an agent has them. */
export interface Agent {
  /** The structured result of a tool call; throws where the tool refuses. */
  call(tool: string, args: Record<string, unknown>): Promise<Result>;
}

// biome-ignore lint/suspicious/noExplicitAny: each oracle knows the results of the tools that it calls.
export type Result = any;

/** Works on a task with the agent's tools; gives the final answer to the person who asked. */
export type Work = (agent: Agent, world: World) => Promise<string | undefined>;

/** What an agent left behind. */
export interface Outcome {
  /** The final answer, as the person reads it. */
  answer: string;
  /** Everything before and after, flat: what a key names, and its text. */
  before: State;
  after: State;
  /** What differs between the two. */
  changed: readonly Difference[];
  world: World;
}

/** A piece of documentation work that a person asks for, and how to tell whether it was done. */
export interface Task {
  id: string;
  /** What the person says: names no tool and no id. */
  prompt: string;
  /** Brings the platform into the state that the prompt speaks of. */
  setUp?(world: World): Promise<void>;
  /** The tool calls of an expert. */
  oracle: Work;
  /** Plausible ways to get it wrong, by what is wrong about them; the verifier has to fail each. */
  wrong: Readonly<Record<string, Work>>;
  /** What is wrong with the outcome; nothing where the task was done. */
  verify(outcome: Outcome): string[] | Promise<string[]>;
}

/** Declares tasks, checked where they stand. */
export const tasks = (...all: Task[]): readonly Task[] => all;

/** Does nothing and says nothing. Every verifier has to fail it. */
export const nullAgent: Work = async () => undefined;
