import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { setImmediate as scheduleNow } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { currentOwner } from './owner.ts';

/** Milliseconds of work before others get a turn. */
const MAX_BUSY_MS = 10;

/** Steps between two checks of the clock, which take longer than most steps. */
const STEPS = 16;

/** A small request takes several turns of the event loop: to be read, answered and sent. */
const TURNS_OF_REQUEST = 4;

/** Maximum turns for others at a time. */
const MAX_TURNS = 100;

/** Connections that this process has accepted. */
let accepted = 0;

/** Counts the connections of a server, so that work yields until all waiting ones are accepted. */
export function countConnections(server: Server): void {
  server.on('connection', () => {
    accepted += 1;
  });
}

/** A piece of work that waits to go on. */
interface Piece {
  go: () => void;
  /** It waits while connections keep arriving, like those of slow owners. */
  isLarge: boolean;
}

/** Pieces of work that wait, by the owner on whose behalf they are done. */
const waiting = new Map<string, Piece[]>();
let isScheduled = false;

/** Owners whose last piece of work took long, and how many are remembered. */
const slow = new Set<string>();
const MAX_SLOW = 1_000;

/** Turns for which pieces have waited for connections, and how many had been accepted before the last. */
let postponed = 0;
let acceptedBefore = 0;

/**
 * Lets one piece of work go on in each turn of the event loop, so that many together take no more of it than one. Owners
 * alternate.
 */
function goOn(): void {
  const isCalm = accepted === acceptedBefore || postponed >= MAX_TURNS;
  acceptedBefore = accepted;
  postponed = isCalm ? 0 : postponed + 1;
  const piece = nextPiece(isCalm);
  isScheduled = waiting.size > 0;
  if (isScheduled) scheduleNow(goOn);
  piece?.go();
}

/**
 * Slow owners and large pieces have to wait while connections keep arriving: those who opened them would wait for each
 * of them.
 */
function nextPiece(isCalm: boolean): Piece | undefined {
  for (const [owner, pieces] of waiting) {
    if (!isCalm && (slow.has(owner) || pieces[0]?.isLarge)) continue;
    waiting.delete(owner);
    const next = pieces.shift();
    if (pieces.length > 0) waiting.set(owner, pieces);
    return next;
  }
  return undefined;
}

function ownTurn(isLarge = false): Promise<void> {
  return new Promise((go) => {
    const owner = currentOwner();
    const pieces = waiting.get(owner) ?? [];
    pieces.push({ go, isLarge });
    waiting.set(owner, pieces);
    if (isScheduled) return;
    isScheduled = true;
    scheduleNow(goOn);
  });
}

/** Milliseconds that work has taken of the current turn of the event loop. */
let busyMs = 0;

/**
 * Waits for another turn if work has taken long in this one, because many requests may arrive in the same turn; for a
 * slow owner also if connections have just arrived.
 */
export function freeTurn(): Promise<void> | undefined {
  if (busyMs > MAX_BUSY_MS) return ownTurn();
  return slow.size > 0 && accepted > acceptedBefore && slow.has(currentOwner())
    ? ownTurn()
    : undefined;
}

/**
 * Waits for a turn of the event loop in which no other piece of work goes on and no connection has arrived, for work that
 * is short but not as short as to be done for hundreds of requests in one turn.
 */
export function turnForLargePiece(): Promise<void> {
  return ownTurn(true);
}

/** Does work that counts as part of the current turn. */
export function inThisTurn<T>(work: () => T): T {
  const start = performance.now();
  try {
    return work();
  } finally {
    const took = performance.now() - start;
    if (took > MAX_BUSY_MS) {
      if (slow.size >= MAX_SLOW) slow.clear();
      slow.add(currentOwner());
    } else if (slow.size > 0) slow.delete(currentOwner());
    if (busyMs === 0) {
      scheduleNow(() => {
        busyMs = 0;
      });
    }
    busyMs += took;
  }
}

/**
 * Yields to other work, for long enough that small requests are answered. The event loop accepts only one connection in
 * each turn.
 */
export async function yieldToOthers(): Promise<void> {
  for (let turn = 1, end = TURNS_OF_REQUEST; turn < end; turn += 1) {
    const before = accepted;
    await setImmediate();
    if (accepted > before) end = Math.min(turn + TURNS_OF_REQUEST, MAX_TURNS);
  }
  await ownTurn();
}

/** Yields to other work after a time slice. One instance serves all steps of a piece of work. */
export type Pause = () => Promise<void> | undefined;

export function turns(): Pause {
  let end = performance.now() + MAX_BUSY_MS;
  return () => {
    if (performance.now() < end) return undefined;
    return yieldToOthers().then(() => {
      end = performance.now() + MAX_BUSY_MS;
    });
  };
}

/** Calls a function for each item, and yields to other work in between. */
export async function eachInTurns<T>(
  items: Iterable<T>,
  step: (item: T) => void,
  pause: Pause = turns(),
): Promise<void> {
  let steps = 0;
  for (const item of items) {
    if (steps % STEPS === 0) await pause();
    steps += 1;
    step(item);
  }
}

/** The items that satisfy a condition; yields to other work in between. */
export async function filterInTurns<T>(
  items: readonly T[],
  fits: (item: T) => boolean,
): Promise<T[]> {
  const found: T[] = [];
  await eachInTurns(items, (item) => {
    if (fits(item)) found.push(item);
  });
  return found;
}

/** The result of a function for each item; yields to other work in between. */
export async function mapInTurns<T, Out>(
  items: readonly T[],
  map: (item: T, index: number) => Out,
  pause: Pause = turns(),
): Promise<Out[]> {
  const found: Out[] = [];
  await eachInTurns(items, (item) => found.push(map(item, found.length)), pause);
  return found;
}

/** Maximum number of requests of a connection that may arrive together. Most clients send one at a time. */
const MAX_TOGETHER = 16;

/**
 * Closes connections that send many requests without waiting for answers: Node passes on all that arrive in one piece in
 * one turn of the event loop. Handlers skip requests whose socket is destroyed.
 */
export function limitPipelining(server: HttpServer): void {
  let ofTurn: Map<Socket, number> | undefined;
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // Only a request that follows an unanswered one has no socket for its answer yet.
    if (response.socket !== null) return;
    if (!ofTurn) {
      ofTurn = new Map();
      void setImmediate().then(() => {
        ofTurn = undefined;
      });
    }
    const count = (ofTurn.get(socket) ?? 1) + 1;
    ofTurn.set(socket, count);
    if (count > MAX_TOGETHER) socket.destroy();
  });
}
