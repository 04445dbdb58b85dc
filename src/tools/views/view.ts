import type { Arguments, Shape } from '../../operations/index.ts';

export type Facts = Record<string, unknown>;

/** The budget of a result. */
export interface Fits {
  /** Whether facts fit into it. */
  fits(facts: Facts): boolean;
  /** More characters than this do not fit, whatever they are: there is no need to try. */
  mostCharacters: number;
}

/** How one kind of large answer is shown. */
export interface View {
  /** Arguments that ask for a part of the answer. */
  params: Shape;
  /** The part that the arguments ask for. */
  select?(facts: Facts, args: Arguments): Facts | Promise<Facts>;
  /** The most of it that fits, saying what is left out and how to go on by what the tool takes. */
  shrink(facts: Facts, fits: Fits, takes: ReadonlySet<string>): Facts | Promise<Facts>;
}
