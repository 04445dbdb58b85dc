import type { Arguments } from '../operations/index.ts';
import { RESERVED } from '../text/index.ts';
import { counted } from './counted.ts';
import { failedItems } from './failed-items.ts';
import { lean } from './lean.ts';
import type { Tool } from './tool.ts';
import { trim } from './trim.ts';
import type { Facts } from './views/view.ts';

/** The answer to a call. */
export interface AnsweredCall {
  tool: Tool;
  answer: unknown;
  args: Arguments;
  /** The arguments as the caller wrote them. */
  written: unknown;
}

/**
 * The facts of an answer that a caller needs: an object at the root, trimmed and sanitized. If items failed, it says
 * which.
 */
export function factsOf({ tool, answer, args, written }: AnsweredCall): {
  facts: Facts;
  failed: boolean;
} {
  const whole = trim(asObject(answer), tool.excerpts);
  const own = tool.operation ? withoutReserved(whole) : whole;
  const facts = counted(tool, lean(tool, own, args, written), args);
  const failed = failedItems(tool, own, args);
  return failed === undefined
    ? { facts, failed: false }
    : { facts: { failed, ...facts }, failed: true };
}

/** The facts without members that only the server itself may add. */
function withoutReserved(facts: Facts): Facts {
  if (!RESERVED.some((name) => Object.hasOwn(facts, name))) return facts;
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !RESERVED.includes(name)));
}

function asObject(answer: unknown): Facts {
  if (answer === undefined) return { ok: true };
  if (Array.isArray(answer)) return { items: answer };
  if (typeof answer === 'object' && answer !== null) return answer as Facts;
  return { value: answer };
}
