import { localhostHostValidation, localhostOriginValidation } from '@modelcontextprotocol/node';
import type { Guard } from './guard.ts';

/**
 * Against DNS rebinding: on loopback, only requests that were addressed to loopback, and pages that
 * were served from it, are answered.
 */
export const loopbackGuards: readonly Guard[] = [
  localhostHostValidation(),
  localhostOriginValidation(),
];
