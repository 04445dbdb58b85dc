import { UNSCOPED } from '../../operations/scope.ts';
import type { CallPolicy } from '../call.ts';
import type { Selection } from './selection.ts';

export interface SurfaceOptions extends Selection, CallPolicy {
  /** `discovery` lists only the tools that find and call others. */
  mode: 'typed' | 'discovery';
}

/** The defaults of a server. */
export const DEFAULT_SURFACE: SurfaceOptions = {
  api: 'auto',
  toolsets: ['default'],
  tools: [],
  excludeTools: [],
  readOnly: false,
  mode: 'typed',
  dryRun: false,
  confirm: 'auto',
  scope: UNSCOPED,
  maxResultTokens: 10_000,
};
