/** One thing that a single user does while all others send small requests. */
export interface BlockingCase<Subject> {
  name: string;
  /** Prepares the row; returns what is measured. */
  prepare: (subject: Subject) => Promise<() => Promise<unknown>>;
}

/** A running program, and the small request that others send. */
export interface BlockedProgram {
  ping: { url: string; headers: Record<string, string> };
  close: () => Promise<void>;
}
