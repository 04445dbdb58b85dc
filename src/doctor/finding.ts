/** The outcome of one check. */
export interface Finding {
  /** Stable identifier, for programs. */
  id: string;
  /** Title of the check, for people. */
  title: string;
  /** `warning`: it works, and could be better. `skipped`: an earlier problem has to be fixed first. */
  status: 'ok' | 'warning' | 'broken' | 'skipped';
  /** What was found, in a sentence or a few lines. */
  text: string;
  /** What to do about it. */
  advice?: string;
  /** The same as data, for programs. */
  facts?: Record<string, unknown>;
}

type FindingText = Pick<Finding, 'text' | 'advice' | 'facts'>;
/** The subject of a check. */
export type Subject = Pick<Finding, 'id' | 'title'>;

export function ok(subject: Subject, text: string, facts?: Finding['facts']): Finding {
  return { ...subject, status: 'ok', text, facts };
}

export function warning(subject: Subject, said: FindingText): Finding {
  return { ...subject, status: 'warning', ...said };
}

export function broken(subject: Subject, said: FindingText & { advice: string }): Finding {
  return { ...subject, status: 'broken', ...said };
}

export function skipped(subject: Subject, text: string): Finding {
  return { ...subject, status: 'skipped', text };
}

export function isBroken({ status }: Finding): boolean {
  return status === 'broken';
}

/** What an error says, as one line. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}
