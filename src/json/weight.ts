/** How many characters a number, a name or a bracket counts as. */
const EACH = 8;

/**
 * About how many characters the JSON of this data has. Stops counting beyond `most`, so it is always fast; any larger
 * result only means "more".
 */
export function weightOf(data: unknown, most: number): number {
  if (typeof data === 'string') return EACH + data.length;
  let weight = EACH;
  if (typeof data !== 'object' || data === null) return weight;
  if (Array.isArray(data)) {
    for (let index = 0; index < data.length && weight <= most; index += 1) {
      weight += weightOf(data[index], most - weight);
    }
    return weight;
  }
  for (const name in data) {
    weight += EACH + weightOf((data as Record<string, unknown>)[name], most - weight);
    if (weight > most) break;
  }
  return weight;
}
