/** The sum of what is counted of each. */
export function sum<T>(all: readonly T[], count: (one: T) => number): number {
  return all.reduce((total, one) => total + count(one), 0);
}
