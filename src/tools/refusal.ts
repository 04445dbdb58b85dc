import type { CallContext } from './tool.ts';

/**
 * A call that this server refuses or stops. The message tells a model what is wrong, what was written already, if
 * anything, and what to do next.
 */
export class Refusal extends Error {}

/** An edit was made, and all of it was reverted. */
export class RevertedEdit extends Refusal {}

/** An operation that the operator excluded would have been sent. */
export class ExcludedOperation extends Refusal {
  constructor(tool: string) {
    super(`${tool} is excluded from this server.`);
  }
}

/**
 * A context in which sending an operation that the operator excluded throws, for calls that send several. Workflows
 * check this themselves.
 */
export function refuseExcluded(context: CallContext): CallContext {
  const { isExcluded, admit } = context;
  if (!isExcluded || admit) return context;
  return {
    ...context,
    admit: (tool) => {
      if (isExcluded(tool)) throw new ExcludedOperation(tool);
    },
  };
}

/** Does optional work, or nothing if the operator excluded an operation that it needs. */
export async function skipIfExcluded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ExcludedOperation)) throw error;
  }
}
