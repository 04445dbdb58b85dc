import { randomUUID } from 'node:crypto';

/** A defect of this server. A client gets only its id, under which the operator finds it in the log. */
export class Defect extends Error {
  override readonly name = 'Defect';
  readonly id = randomUUID();

  /** @param cause what was thrown. */
  constructor(cause: unknown) {
    super('a defect of this server', { cause });
    const { stack } = cause instanceof Error ? cause : this;
    if (stack !== undefined) this.stack = stack;
  }
}
