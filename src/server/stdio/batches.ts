import { isId, isObject, parseJson, type RequestId } from '../plain-json.ts';
import { batchProblem } from '../revisions.ts';

/** JSON-RPC error codes. */
const INVALID_REQUEST = -32600;

/** An answer that refuses a message, as a line. */
export function refusalLine(message: string, id: RequestId | null = null): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } });
}

/** The messages of one line, or the reason why they cannot be answered. */
export function messagesOf(
  batch: readonly unknown[],
  revision: string | undefined,
): readonly unknown[] | string {
  const problem = batchProblem(batch, revision);
  if (problem !== undefined) return problem;
  return batch.length === 0 ? 'A batch has one message or more.' : batch;
}

interface Batch {
  /** Ids of unanswered requests; an id may occur more than once. */
  waiting: RequestId[];
  answers: string[];
}

/** Holds back the answers to a batch until all can be sent together. */
export class Batches {
  #open: Batch[] = [];

  /** Begins a batch. Entries that are not valid messages are refused in it. */
  open(messages: readonly unknown[]): void {
    const batch: Batch = { waiting: [], answers: [] };
    for (const message of messages) {
      if (!isMessage(message))
        batch.answers.push(refusalLine('This is not a JSON-RPC 2.0 message.'));
      else if ('method' in message && isId(message.id)) batch.waiting.push(message.id);
    }
    this.#open.push(batch);
  }

  /** The line to write now: this one, the batch that it completes, or none. */
  take(line: string): string | undefined {
    if (this.#open.length === 0) return line;
    const message = parseJson(line);
    if (!isObject(message) || 'method' in message || !isId(message.id)) return line;
    const { id } = message;
    const batch = this.#open.find(({ waiting }) => waiting.includes(id));
    if (!batch) return line;
    batch.waiting.splice(batch.waiting.indexOf(id), 1);
    batch.answers.push(line);
    return this.#completed(batch);
  }

  /** Drops a request that will not be answered. Returns the batch if it waited only for this one. */
  forget(id: RequestId): string | undefined {
    const batch = this.#open.find(({ waiting }) => waiting.includes(id));
    if (!batch) return undefined;
    batch.waiting.splice(batch.waiting.indexOf(id), 1);
    return this.#completed(batch);
  }

  /** The answer to the last batch, if none of its entries has to wait. */
  settled(): string | undefined {
    const last = this.#open.at(-1);
    return last && this.#completed(last);
  }

  #completed(batch: Batch): string | undefined {
    if (batch.waiting.length > 0) return undefined;
    this.#open = this.#open.filter((other) => other !== batch);
    // A batch of notifications has no answer.
    return batch.answers.length > 0 ? `[${batch.answers.join(',')}]` : undefined;
  }
}

/** Whether this is a message at all: the SDK would silently drop anything else. */
export function isMessage(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || value.jsonrpc !== '2.0') return false;
  if (!('method' in value)) return 'result' in value || 'error' in value;
  const { id, method, params } = value;
  const hasParams = params === undefined || isObject(params);
  return typeof method === 'string' && hasParams && (id === undefined || isId(id));
}
