import { ask } from './ask.ts';
import { changeRequestComments } from './change-request-comments.ts';
import { changeRequestContent } from './change-request-content.ts';
import { changeRequests } from './change-requests.ts';
import { collections } from './collections.ts';
import { content } from './content.ts';
import { context } from './context.ts';
import { customFields } from './custom-fields.ts';
import { customizations } from './customization.ts';
import type { Operation } from './define.ts';
import { findings } from './findings.ts';
import { git } from './git.ts';
import { imports } from './imports.ts';
import { insights } from './insights.ts';
import { members } from './members.ts';
import { openapi } from './openapi.ts';
import { organizations } from './organizations.ts';
import { permissions } from './permissions.ts';
import { publishing } from './publishing.ts';
import { questions } from './questions.ts';
import { redirects } from './redirects.ts';
import { reviews } from './reviews.ts';
import { revisions } from './revisions.ts';
import { shareLinks } from './share-links.ts';
import { siteSearch } from './site-search.ts';
import { siteSectionGroups } from './site-section-groups.ts';
import { siteSections } from './site-sections.ts';
import { siteSpaces } from './site-spaces.ts';
import { siteStructure } from './site-structure.ts';
import { sites } from './sites.ts';
import { spaceComments } from './space-comments.ts';
import { spaces } from './spaces.ts';
import { sso } from './sso.ts';
import { styleguides } from './styleguides.ts';
import { teams } from './teams.ts';
import { translations } from './translations.ts';

export { API_VERSIONS, type ApiVersion, offeredBy, type Service } from './api-versions.ts';
export { checkArguments } from './check-arguments.ts';
export { hasForeignText } from './data-kinds.ts';
export type * from './define.ts';
export { type FoundId, idFieldsOf, idsIn, replaceIds } from './ids.ts';
export type { MergedFrom, PageNode } from './outputs/content.ts';
export type { SiteReaders } from './outputs/sites.ts';
export { idsAmong } from './params.ts';
export { causeOf, malformed, Received, requireValid } from './received.ts';
export { requireWithin, restrictAnswer, restrictFailure } from './restrict.ts';
export {
  type Access,
  allowedSpacesOf,
  isScoped,
  isWithinScope,
  type Scope,
  ScopeError,
  supplyPinned,
  type ToolReach,
  UNSCOPED,
} from './scope.ts';
export {
  admittedRequest,
  type Caller,
  type ItemOf,
  itemsOf,
  list,
  type OperationRequest,
  receive,
  send,
  toRequest,
} from './send.ts';
export { knownServiceOf, learnService, onServiceLearned, serviceOf } from './service.ts';

/** Every operation by its tool name in camel case, area by area; those of the contract are in its order. */
export const operations = {
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
  ...reviews,
  ...revisions,
  ...spaces,
  ...imports,
  ...findings,
  ...questions,
  ...siteSearch,
  ...siteStructure,
  ...redirects,
  ...publishing,
  ...insights,
  ...styleguides,
  ...customizations,
  ...context,
  ...members,
  ...permissions,
};

export const allOperations: readonly Operation[] = Object.values<Operation>(operations);

export const operationsByTool: ReadonlyMap<string, Operation> = new Map(
  allOperations.map((operation) => [operation.tool, operation]),
);
