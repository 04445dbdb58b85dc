import type { StateDifference, WorldState } from './state.ts';
import type { World } from './world.ts';

/** The tools of the server under test, as an agent sees them. */
export interface Agent {
  /** The structured result of a tool call; throws if the tool refuses. */
  call(tool: string, args: Record<string, unknown>): Promise<Result>;
}

// biome-ignore lint/suspicious/noExplicitAny: each oracle knows the results of the tools that it calls.
export type Result = any;

/** Works on a task with the agent's tools; returns the final answer for the person who asked. */
export type AgentWork = (agent: Agent, world: World) => Promise<string | undefined>;

/** The result of an agent's work. */
export interface AttemptOutcome {
  /** The final answer, as the person reads it. */
  answer: string;
  /** The complete state before and after, flattened: keys and their text. */
  before: WorldState;
  after: WorldState;
  /** What differs between the two. */
  changed: readonly StateDifference[];
  world: World;
}

/** A documentation task that a person asks for, and how to verify that it was done. */
export interface Task {
  id: string;
  /** The request in the person's words, without names of tools and ids. */
  prompt: string;
  /** Brings the platform into the state that the prompt assumes. */
  setUp?(world: World): Promise<void>;
  /** The tool calls of an expert. */
  oracle: AgentWork;
  /** Plausible wrong solutions, by what is wrong about them; the verifier must fail each. */
  wrong: Readonly<Record<string, AgentWork>>;
  /** The problems of the outcome; empty if the task was done. */
  verify(outcome: AttemptOutcome): string[] | Promise<string[]>;
}

/** Declares tasks, type-checked in place. */
export const tasks = (...all: Task[]): readonly Task[] => all;

/** Does nothing and answers nothing. Every verifier must fail it. */
export const nullAgent: AgentWork = async () => undefined;
