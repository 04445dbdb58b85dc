import { trim } from './trim.ts';

/** What a call came to: facts for a model, as an object and as text. */
export interface ToolResult {
  text: string;
  structured?: Record<string, unknown>;
  isError?: true;
}

export function errorResult(text: string): ToolResult {
  return { text, isError: true };
}

/** Turns an answer of the platform into a result: an object at the root, trimmed. */
export function successResult(answer: unknown): ToolResult {
  const structured = trim(asObject(answer));
  return { structured, text: JSON.stringify(structured) };
}

function asObject(answer: unknown): Record<string, unknown> {
  if (answer === undefined) return { ok: true };
  if (Array.isArray(answer)) return { items: answer };
  if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>;
  return { value: answer };
}
