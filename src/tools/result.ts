import type { Picture } from '../pictures/index.ts';
import { RESERVED } from '../text/index.ts';
import type { ResourceLink } from './resource-links.ts';
import { trim } from './trim.ts';

/** The outcome of a call: facts for a model, as an object and as text. */
export interface ToolResult {
  /** With `structured`, its JSON, even if a part of the call failed. */
  text: string;
  structured?: Record<string, unknown>;
  isError?: true;
  /** Images for the model to look at. */
  pictures?: readonly Picture[];
  /** The resources that the result mentions, for a host to attach. */
  links?: readonly ResourceLink[];
}

export function errorResult(text: string): ToolResult {
  return { text, isError: true };
}

/** A result with these facts. Their JSON is created here unless it is given. */
export function successResult(
  structured: Record<string, unknown>,
  text = JSON.stringify(structured),
): ToolResult {
  return { structured, text };
}

/** The facts of a platform answer: an object at the root, trimmed and sanitized. */
export function factsOf(answer: unknown): Record<string, unknown> {
  return trim(asObject(answer));
}

/** The facts without members that only the server itself may add. */
export function withoutReserved(facts: Record<string, unknown>): Record<string, unknown> {
  if (!RESERVED.some((name) => Object.hasOwn(facts, name))) return facts;
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !RESERVED.includes(name)));
}

function asObject(answer: unknown): Record<string, unknown> {
  if (answer === undefined) return { ok: true };
  if (Array.isArray(answer)) return { items: answer };
  if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>;
  return { value: answer };
}
