import type { Arguments, Shape } from '../../operations/index.ts';

export type Facts = Record<string, unknown>;

/** The budget of a result. */
export interface Budget {
  /** Whether facts fit. */
  fits(facts: Facts): boolean;
  /** More characters than this never fit, so there is no need to count. */
  mostCharacters: number;
}

/** How to show one kind of large answer. */
export interface View {
  /** Arguments that select a part of the answer. */
  params: Shape;
  /** A result has no more tokens than this, unless the caller names fields; absent: as many as the operator allows. */
  usualTokens?: number;
  /** The part that the arguments select. */
  select?(facts: Facts, args: Arguments): Facts | Promise<Facts>;
  /** As much of it as fits, stating what is left out and how to continue with the tool's arguments. */
  shrink(facts: Facts, budget: Budget, takes: ReadonlySet<string>): Facts | Promise<Facts>;
}
