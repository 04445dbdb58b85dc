import { ask } from './ask.ts';
import { changeRequestComments } from './change-request-comments.ts';
import { changeRequestContent } from './change-request-content.ts';
import { changeRequests } from './change-requests.ts';
import { collections } from './collections.ts';
import { content } from './content.ts';
import { currentOperations } from './current/index.ts';
import { customFields } from './custom-fields.ts';
import type { Operation } from './define.ts';
import { git } from './git.ts';
import { openapi } from './openapi.ts';
import { organizations } from './organizations.ts';
import { shareLinks } from './share-links.ts';
import { siteSectionGroups } from './site-section-groups.ts';
import { siteSections } from './site-sections.ts';
import { siteSpaces } from './site-spaces.ts';
import { sites } from './sites.ts';
import { spaceComments } from './space-comments.ts';
import { sso } from './sso.ts';
import { teams } from './teams.ts';
import { translations } from './translations.ts';

export { API_VERSIONS, type ApiVersion, offeredBy, type Service } from './api-versions.ts';
export { checkArguments } from './check-arguments.ts';
export type * from './define.ts';
export { idFieldsOf, idsIn, withIds } from './ids.ts';
export { idsNamed } from './params.ts';
export {
  enforceScope,
  isScoped,
  type Scope,
  ScopeError,
  supplyPinned,
  UNSCOPED,
  writesWithin,
} from './scope.ts';
export { type Caller, callerRequest, send } from './send.ts';
export { serviceOf } from './service.ts';
export { type OperationRequest, toRequest } from './to-request.ts';

/** Every operation: those of the contract in its order, then those that today's service has beyond it. */
export const operations: readonly Operation[] = [
  ...collections,
  ...organizations,
  ...sites,
  ...siteSections,
  ...siteSectionGroups,
  ...siteSpaces,
  ...shareLinks,
  ...changeRequests,
  ...changeRequestContent,
  ...changeRequestComments,
  ...spaceComments,
  ...content,
  ...git,
  ...customFields,
  ...sso,
  ...openapi,
  ...translations,
  ...teams,
  ...ask,
  ...currentOperations,
];

export const operationsByTool: ReadonlyMap<string, Operation> = new Map(
  operations.map((operation) => [operation.tool, operation]),
);

/** The operation behind a tool name that the code itself relies on. */
export function operationOf(tool: string): Operation {
  const operation = operationsByTool.get(tool);
  if (!operation) throw new Error(`no operation is behind ${tool}`);
  return operation;
}
