import type { Scan } from './blocks.ts';
import { Scanner } from './scanner.ts';

/** Scans the blocks of a text, in linear time for any text. */
export function scan(text: string): Scan {
  const scanner = new Scanner(text);
  scanner.advance();
  return scanner.finish();
}

/** Characters scanned before other work gets a turn: some milliseconds. */
const TURN = 10_000;

/** The same as `scan`, with pauses in which other work gets a turn. */
export async function scanInTurns(text: string): Promise<Scan> {
  const scanner = new Scanner(text);
  while (scanner.advance(TURN)) await nextTurn();
  return scanner.finish();
}

/** Yields to other work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
