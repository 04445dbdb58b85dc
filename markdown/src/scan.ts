import type { Scan } from './blocks.ts';
import { Scanner } from './scanner.ts';

/** Reads the blocks of a text. Its work grows with the length of the text and not faster, whatever stands in it. */
export function scan(text: string): Scan {
  const scanner = new Scanner(text);
  scanner.advance();
  return scanner.finish();
}

/** Characters that are read before others get their turn: some milliseconds. */
const TURN = 10_000;

/** The same as `scan`, with a pause now and then in which other work gets its turn. */
export async function scanInTurns(text: string): Promise<Scan> {
  const scanner = new Scanner(text);
  while (scanner.advance(TURN)) await nextTurn();
  return scanner.finish();
}

/** Lets other work have its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
