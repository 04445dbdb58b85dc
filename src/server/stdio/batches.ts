import { isId, isObject, parsed } from '../plain.ts';
import { BATCH_REVISION, noBatches } from '../revisions.ts';

type Id = string | number;

/** Codes of JSON-RPC. */
const INVALID_REQUEST = -32600;

/** More messages at once are refused, as over HTTP. */
const MAX_MESSAGES = 100;

/** An answer that refuses a message, as a line. */
export function refusalOf(message: string, id: Id | null = null): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } });
}

/** The messages of one line; a text where they are not to be answered, which says why. */
export function messagesOf(
  batch: readonly unknown[],
  revision: string | undefined,
): readonly unknown[] | string {
  if (revision !== BATCH_REVISION) return noBatches(revision);
  if (batch.length === 0) return 'A batch has one message or more.';
  return batch.length > MAX_MESSAGES ? `A batch has at most ${MAX_MESSAGES} messages.` : batch;
}

interface Batch {
  /** Requests that are not answered yet; the same id may be used more than once. */
  waiting: Id[];
  answers: string[];
}

/** Holds back the answers to the messages that came together, until they can be given together. */
export class Batches {
  #open: Batch[] = [];

  /** Begins a batch; what is no message that could be answered is refused in it. */
  open(messages: readonly unknown[]): void {
    const batch: Batch = { waiting: [], answers: [] };
    for (const message of messages) {
      if (!isMessage(message)) batch.answers.push(refusalOf('This is no message of JSON-RPC 2.0.'));
      else if ('method' in message && isId(message.id)) batch.waiting.push(message.id);
    }
    this.#open.push(batch);
  }

  /** The line to write now for this one: itself, the batch that it completes, or none. */
  take(line: string): string | undefined {
    if (this.#open.length === 0) return line;
    const message = parsed(line);
    if (!isObject(message) || 'method' in message || !isId(message.id)) return line;
    const { id } = message;
    const batch = this.#open.find(({ waiting }) => waiting.includes(id));
    if (!batch) return line;
    batch.waiting.splice(batch.waiting.indexOf(id), 1);
    batch.answers.push(line);
    return this.#completed(batch);
  }

  /** A request that is not going to be answered; the line that was held back for it alone. */
  forget(id: Id): string | undefined {
    const batch = this.#open.find(({ waiting }) => waiting.includes(id));
    if (!batch) return undefined;
    batch.waiting.splice(batch.waiting.indexOf(id), 1);
    return this.#completed(batch);
  }

  /** The answer to the last batch that was begun, where nothing in it has to be waited for. */
  settled(): string | undefined {
    const last = this.#open.at(-1);
    return last && this.#completed(last);
  }

  #completed(batch: Batch): string | undefined {
    if (batch.waiting.length > 0) return undefined;
    this.#open = this.#open.filter((other) => other !== batch);
    // Notifications alone are not answered.
    return batch.answers.length > 0 ? `[${batch.answers.join(',')}]` : undefined;
  }
}

/** Whether this is a message at all: what the SDK would drop without a word is not. */
export function isMessage(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || value.jsonrpc !== '2.0') return false;
  if (!('method' in value)) return 'result' in value || 'error' in value;
  const { id, method, params } = value;
  const hasParams = params === undefined || isObject(params);
  return typeof method === 'string' && hasParams && (id === undefined || isId(id));
}
