/** One thing that a single user does, while all others ask for something small. */
export interface Row<Subject> {
  name: string;
  /** Makes ready what the row needs; gives what is measured. */
  prepare: (subject: Subject) => Promise<() => Promise<unknown>>;
}

/** A running program, and what the others ask it for. */
export interface Asked {
  ping: { url: string; headers: Record<string, string> };
  close: () => Promise<void>;
}
