/** Milliseconds between two checks of the running jobs. */
const LOOK_MS = 100;

/** A job may wait for a processor until it has taken this many times its limit. */
const BUSY_FACTOR = 5;

/** What the clock reads, in milliseconds. */
export interface TimeSource {
  now(): number;
  /** Processor time of this process with all of its threads. */
  processorTime(): number;
}

interface TimedJob {
  limitMs: number;
  started: number;
  /** Processor time so far. */
  worked: number;
  onOver: (limit: ExceededTime) => void;
}

/** The time that a job exceeded. */
export interface ExceededTime {
  ms: number;
  /** The job had too little processor time to be finished, because the machine is busy. */
  isBusy: boolean;
}

const OWN_TIME: TimeSource = {
  now: () => performance.now(),
  processorTime: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};

/**
 * Limits the processor time of jobs in worker threads, so that a busy machine does not end honest work. No version of
 * Node reports the time of another thread everywhere, so each running job gets an equal share of the time of the
 * process, and never more than has passed.
 */
export class JobClock {
  readonly #jobs = new Set<TimedJob>();
  readonly #source: TimeSource;
  #now = 0;
  #processorTime = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(source: TimeSource = OWN_TIME) {
    this.#source = source;
  }

  /** Calls `onOver` once if the job exceeds the limit before the returned function ends it. */
  start(limitMs: number, onOver: (limit: ExceededTime) => void): () => void {
    this.look();
    const job = { limitMs, started: this.#now, worked: 0, onOver };
    this.#jobs.add(job);
    this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    return () => this.#end(job);
  }

  /** Adds the time since the last check to all running jobs. */
  look(): void {
    const { now, processorTime } = {
      now: this.#source.now(),
      processorTime: this.#source.processorTime(),
    };
    const share = (processorTime - this.#processorTime) / Math.max(1, this.#jobs.size);
    const worked = Math.min(now - this.#now, share);
    this.#now = now;
    this.#processorTime = processorTime;
    for (const job of [...this.#jobs]) {
      job.worked += worked;
      const isBusy = job.worked < job.limitMs;
      const limit = isBusy ? BUSY_FACTOR * job.limitMs : job.limitMs;
      if (isBusy && now - job.started < limit) continue;
      this.#end(job);
      job.onOver({ ms: limit, isBusy });
    }
  }

  #end(job: TimedJob): void {
    this.#jobs.delete(job);
    if (this.#jobs.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** The clock of this process. There is only one, because all jobs share the time of the process. */
export const jobClock = new JobClock();
