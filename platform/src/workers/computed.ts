import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';
import { freeTurn, inThisTurn, yieldToOthers } from '../runtime/turns.ts';
import { withSameIds } from '../store/ids.ts';
import { runInWorker, valueOrRefusal } from './pool.ts';
import type { TaskResult, TextTask } from './task.ts';

/** Longer texts go to a worker thread. */
const MAX_CHARACTERS = 6_000;

/** A short text that is all markup can cost as much as a long one of words. */
const MAX_LINES = 200;
const MAX_SIGNS = 600;
const MAX_NESTING = 8;

const LINE_FEED = 10;
const SIGNS = new Set([...'*_~[]()<>|`!&#=@'].map((sign) => sign.charCodeAt(0)));

/** Signs of formulas and tags, each of which costs as much as several other signs. */
const HEAVY_SIGNS = new Set([...'$\\{'].map((sign) => sign.charCodeAt(0)));
const HEAVY_WEIGHT = 5;

/** Marks that open a block inside a block at the start of a line, and the characters between them. */
const NESTING = new Set([...'->*+.)'].map((sign) => sign.charCodeAt(0)));
const BETWEEN = new Set([...' \t0123456789'].map((sign) => sign.charCodeAt(0)));

/** Whether any parser can parse the text in a few milliseconds, estimated in one pass. */
export function isLight(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  let lines = 0;
  let signs = 0;
  let nesting = 0;
  let leading = true;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (SIGNS.has(code)) signs += 1;
    else if (HEAVY_SIGNS.has(code)) signs += HEAVY_WEIGHT;
    if (code === LINE_FEED) {
      lines += 1;
      nesting = 0;
      leading = true;
    } else if (leading && NESTING.has(code)) {
      nesting += 1;
    } else if (!BETWEEN.has(code)) leading = false;
    if (lines > MAX_LINES || signs > MAX_SIGNS || nesting > MAX_NESTING) return false;
  }
  return true;
}

interface Missing {
  task: TextTask<unknown>;
  text: string;
}

/** Results by the name of the task, then by its input. A long text is not copied into a key: its hash is found once. */
type Results = Map<string, Map<string, TaskResult<unknown>>>;

/** The results of one request so far. */
interface Findings {
  known: Results;
  steps: Map<string, TaskResult<unknown>>;
  /** Milliseconds spent on texts and steps since it last yielded to the event loop. */
  spent: number;
}

/** Thrown within `settleFindings` when a result is not available yet. Only `settleFindings` may catch it. */
class Pending extends Error {
  override readonly name = 'Pending';
  readonly missing: readonly Missing[];
  readonly until: Promise<void> | undefined;

  constructor(missing: readonly Missing[], until?: Promise<void>) {
    super('A result is not there yet');
    this.missing = missing;
    this.until = until;
  }
}

/** Ends the calling work; `settleFindings` runs it again after other work. */
export function waitFor(work: Promise<void>): never {
  throw new Pending([], work);
}

/** How long a request may process light texts and steps before it yields to others. */
const BUDGET_MS = 15;

/** Maximum characters for one job of a worker thread. */
const JOB_CHARACTERS = 250_000;

/** Maximum number of runs, in case the content changes while a request reads it. */
const MAX_ROUNDS = 1_000;

/** Results of one task for recently processed texts; they take a few times the memory of the texts. */
const KEPT_CHARACTERS = 2_000_000;

const kept = new Map<string, LRUCache<string, { found: unknown }>>();

let current: Findings | undefined;

/**
 * The result of a task for an input. Light inputs are processed at once; for others, an exception aborts the calling
 * work, and `settleFindings` runs it again when a worker thread has the result. Outside of `settleFindings`, such as in a worker
 * thread, everything is processed at once.
 */
export function computed<Out>(task: TextTask<Out>, text: string): Out {
  precompute(task, [text]);
  return outcomeOf(task, text);
}

/** Announces inputs in advance, so that all of them are processed together. */
export function precompute(task: TextTask<unknown>, texts: readonly string[]): void {
  if (!current) return;
  const missing: Missing[] = [];
  for (const text of new Set(texts)) {
    if (isKnown(current, task, text)) continue;
    if (!isLight(text) || current.spent > BUDGET_MS) missing.push({ task, text });
    else findNow(current, task, text);
  }
  if (missing.length > 0) throw new Pending(missing);
}

/**
 * The result of one step of long work, such as one of many queries: inside of `settleFindings`, it yields to others between
 * steps. A step only reads the database, and `key` identifies it and everything that it depends on.
 */
export function step<Out>(key: string, find: () => Out): Out {
  if (!current) return find();
  const known = current.steps.get(key) as TaskResult<Out> | undefined;
  if (known) return valueOrRefusal(known);
  if (current.spent > BUDGET_MS) throw new Pending([]);
  const start = performance.now();
  const { spent } = current;
  const value = find();
  current.steps.set(key, { value });
  // The time of steps in this one is part of it.
  current.spent = spent + performance.now() - start;
  return value;
}

/**
 * Runs work that uses `computed` and `step`, as often as it takes until all results are there. The work must be one transaction
 * or change nothing: every time but the last it ends with an exception.
 * @throws {ApiError} what the work refuses, and what `inWorker` does.
 */
export async function settleFindings<T>(work: () => T): Promise<T> {
  const findings: Findings = { known: new Map(), steps: new Map(), spent: 0 };
  const ids: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const turn = freeTurn();
    // Nothing may come between a free turn and the work.
    if (turn) await turn;
    try {
      return inThisTurn(() => withSameIds(ids, () => withFindings(findings, work)));
    } catch (error) {
      if (!(error instanceof Pending)) throw error;
      await error.until;
      await find(findings.known, error.missing);
      await yieldToOthers();
      findings.spent = 0;
    }
  }
  throw new ApiError(503, 'The content changes too fast; try again', { 'retry-after': '1' });
}

function withFindings<T>(findings: Findings, work: () => T): T {
  const before = current;
  current = findings;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** The shared cache may drop a result while the request runs again, so the request keeps it. */
function isKnown({ known }: Findings, { name }: TextTask<unknown>, text: string): boolean {
  const results = resultsOf(known, name);
  if (results.has(text)) return true;
  const again = kept.get(name)?.get(text);
  if (again) results.set(text, { value: again.found });
  return again !== undefined;
}

function resultsOf(known: Results, task: string): Map<string, TaskResult<unknown>> {
  const results = known.get(task) ?? new Map<string, TaskResult<unknown>>();
  known.set(task, results);
  return results;
}

function findNow(findings: Findings, task: TextTask<unknown>, text: string): void {
  const start = performance.now();
  resultsOf(findings.known, task.name).set(text, attempt(task, text));
  findings.spent += performance.now() - start;
}

function attempt<Out>({ find }: TextTask<Out>, text: string): TaskResult<Out> {
  try {
    return { value: find(text) };
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, message: error.message };
    throw error;
  }
}

function outcomeOf<Out>(task: TextTask<Out>, text: string): Out {
  const known = current?.known.get(task.name)?.get(text) as TaskResult<Out> | undefined;
  const again = known ? undefined : kept.get(task.name)?.get(text);
  if (again) return again.found as Out;
  const found = valueOrRefusal(known ?? attempt(task, text));
  if (task.keeps(found)) keep(task, text, found);
  return found;
}

function keep<Out>({ name }: TextTask<Out>, text: string, found: Out): void {
  const results =
    kept.get(name) ??
    new LRUCache<string, { found: unknown }>({
      maxSize: KEPT_CHARACTERS,
      // An empty text has a size too.
      sizeCalculation: (_, text) => text.length + 1,
    });
  kept.set(name, results);
  results.set(text, { found });
}

async function find(known: Results, missing: readonly Missing[]): Promise<void> {
  await Promise.all(
    jobsOf(missing).map(async (job) => {
      const [first] = job;
      if (!first) return;
      const outcomes = await runInWorker(
        first.task,
        job.map(({ text }) => text),
      );
      for (const [index, { text }] of job.entries()) {
        const outcome = outcomes[index];
        if (outcome) resultsOf(known, first.task.name).set(text, outcome);
      }
    }),
  );
}

/** Groups adjacent inputs of one task that fit into one job. */
function jobsOf(missing: readonly Missing[]): Missing[][] {
  const jobs: Missing[][] = [];
  let size = 0;
  for (const item of missing) {
    const last = jobs.at(-1);
    size += item.text.length;
    if (last && last[0]?.task === item.task && size <= JOB_CHARACTERS) last.push(item);
    else {
      jobs.push([item]);
      size = item.text.length;
    }
  }
  return jobs;
}
