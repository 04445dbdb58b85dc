import { allOperations } from '../operations/index.ts';
import { operationTool } from './operation-tool.ts';
import { DEFAULT_SURFACE, type SurfaceOptions } from './surface/options.ts';
import type { PrebuiltDefinitions } from './surface/prebuilt.ts';
import { createSurface, type RestrictableSurface } from './surface/surface.ts';
import type { Tool } from './tool.ts';
import { answerThreads } from './workflows/answer-threads.ts';
import { auditLinks } from './workflows/audit-links.ts';
import { compareOpenApiVersions } from './workflows/compare-openapi-versions.ts';
import { editSection } from './workflows/edit-section.ts';
import { explainAccess } from './workflows/explain-access.ts';
import { findInPages } from './workflows/find-in-pages.ts';
import { getContext } from './workflows/get-context.ts';
import { listOpenThreads } from './workflows/list-open-threads.ts';
import { openChangeRequestWithEdits } from './workflows/open-change-request-with-edits.ts';
import { pageHistory } from './workflows/page-history.ts';
import { replaceInPages } from './workflows/replace-in-pages.ts';
import { restorePage } from './workflows/restore-page.ts';
import { reviewChangeRequest } from './workflows/review-change-request.ts';

/** Every tool except those that find and call others, in the order of the API. */
export const tools: readonly Tool[] = [
  ...allOperations.map(operationTool),
  getContext,
  openChangeRequestWithEdits,
  reviewChangeRequest,
  editSection,
  listOpenThreads,
  answerThreads,
  auditLinks,
  findInPages,
  replaceInPages,
  pageHistory,
  restorePage,
  compareOpenApiVersions,
  explainAccess,
];

/** The tools of a server under its operator's options; see `createSurface`. */
export function surfaceOf(
  options: Partial<SurfaceOptions> = {},
  prebuilt?: PrebuiltDefinitions,
): RestrictableSurface {
  return createSurface(tools, { ...DEFAULT_SURFACE, ...options }, prebuilt);
}
