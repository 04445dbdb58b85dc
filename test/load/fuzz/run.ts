import { connect } from 'node:net';
import fc from 'fast-check';
import { type Attack, attack } from './attacks.ts';

/** Attacks are generated in batches, because all at once would fill the memory. */
const BATCH = 500;
const AT_ONCE = 40;
const SHOWN_BYTES = 2_000;

/** The answers of a server. */
export interface FuzzOutcome {
  requests: number;
  /** Number of answers by status. */
  statuses: Record<number, number>;
  /** Answers that reveal a defect of the server: a status of 500, or an internal error without an explanation. */
  defects: string[];
}

export function noOutcome(): FuzzOutcome {
  return { requests: 0, statuses: {}, defects: [] };
}

/**
 * Attacks a server on this port with at least this many requests, always the same ones for the same seed, and adds the
 * answers to the outcome.
 */
export async function fuzz(
  port: number,
  requests: number,
  seed: number,
  outcome: FuzzOutcome = noOutcome(),
): Promise<FuzzOutcome> {
  const enough = outcome.requests + requests;
  for (let batch = 0; outcome.requests < enough; batch += 1) {
    const attacks = fc.sample(attack, { numRuns: BATCH, seed: seed + batch });
    const work = async () => {
      for (let next = attacks.pop(); next; next = attacks.pop()) {
        note(outcome, next, await carryOut(port, next));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  return outcome;
}

/** The server's output on one connection, until it closes. */
async function carryOut(port: number, { pieces, end }: Attack): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // Servers hang up on attacks; earlier output counts.
  socket.on('error', () => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise(setImmediate);
  }
  if (end === 'half-close') socket.end();
  if (end === 'hang up') socket.destroy();
  // After an answer, the server would keep the connection for the next request.
  if (end === 'hold') socket.once('data', () => socket.end());
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}

function note(outcome: FuzzOutcome, { requests, pieces }: Attack, said: string): void {
  outcome.requests += requests;
  for (const [, status = ''] of said.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) {
    const code = Number(status);
    outcome.statuses[code] = (outcome.statuses[code] ?? 0) + 1;
  }
  const defect = said.search(/^HTTP\/1\.1 500 |"Internal (server )?error"/m);
  if (defect >= 0) {
    const sent = Buffer.concat(pieces).subarray(0, SHOWN_BYTES);
    outcome.defects.push(`${said.slice(defect, defect + SHOWN_BYTES)}\nwas the answer to\n${sent}`);
  }
}
