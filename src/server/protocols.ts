import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { MODERN_REVISION } from './revisions.ts';

/** The supported protocol revisions, the oldest first. */
export const REVISIONS: readonly string[] = [
  ...new Set([...SUPPORTED_PROTOCOL_VERSIONS, MODERN_REVISION]),
]
  .filter((revision) => revision >= '2024-11-05')
  .sort();
