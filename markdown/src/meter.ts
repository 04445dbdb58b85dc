let steps = 0;

/** Counts work by the characters that it looks at, for the tests that hold reading to being linear. */
export function charge(characters: number): void {
  steps += characters;
}

/** Characters looked at since the program began. */
export function stepsSoFar(): number {
  return steps;
}
