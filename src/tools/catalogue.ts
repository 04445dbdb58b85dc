import { operations, UNSCOPED } from '../operations/index.ts';
import { operationTool } from './operation-tool.ts';
import { createSurface, type NarrowableSurface, type SurfaceOptions } from './surface.ts';
import type { Tool } from './tool.ts';
import { DEFAULT_RESULT_TOKENS } from './views/budget.ts';
import { auditLinks } from './workflows/audit-links.ts';
import { editSection } from './workflows/edit-section.ts';
import { listOpenThreads } from './workflows/list-open-threads.ts';
import { openChangeRequestWithEdits } from './workflows/open-change-request-with-edits.ts';
import { reviewChangeRequest } from './workflows/review-change-request.ts';

/** Every tool but those that find and call the others, in the order of the API. */
export const tools: readonly Tool[] = [
  ...operations.map(operationTool),
  openChangeRequestWithEdits,
  reviewChangeRequest,
  editSection,
  listOpenThreads,
  auditLinks,
];

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
  maxResultTokens: DEFAULT_RESULT_TOKENS,
};

/** The tools of a server as its operator wants them; see `createSurface`. */
export function surfaceOf(options: Partial<SurfaceOptions> = {}): NarrowableSurface {
  return createSurface(tools, { ...DEFAULT_SURFACE, ...options });
}
