import { UNSCOPED } from '../operations/scope.ts';
import type { SurfaceOptions } from './surface.ts';

/** What a server shows when its operator sets nothing. */
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
