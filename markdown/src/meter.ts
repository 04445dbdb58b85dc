let steps = 0;

/** Counts the characters that parsing examines, for the tests that prove it linear. */
export function charge(characters: number): void {
  steps += characters;
}

/** Characters examined since the program started. */
export function stepsSoFar(): number {
  return steps;
}
