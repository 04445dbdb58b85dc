import type { Picture } from '../../pictures/index.ts';
import type { ResourceLink } from './resource-links.ts';

/** The outcome of a call: facts for a model, as an object and as text. */
export interface ToolResult {
  /** With `structured`, its JSON, even if a part of the call failed. */
  text: string;
  /** `text` as a JSON string, if it is known. */
  json?: string;
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
