import { Refusal } from './refusal.ts';
import type { CallContext } from './tool.ts';

/** An operation that the operator excluded would have been sent. */
export class ExcludedOperation extends Refusal {
  constructor(tool: string) {
    super(`${tool} is excluded from this server.`);
  }
}

/**
 * The context for a call that sends more than one operation: none that the operator excluded. Workflows have one of
 * their own.
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

/** Does what other operations are needed for, unless the operator excluded one of them. */
export async function skipIfExcluded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ExcludedOperation)) throw error;
  }
}
