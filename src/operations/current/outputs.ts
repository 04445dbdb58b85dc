import { z } from 'zod';
import { flag, numeric, object, strings, texts } from '../outputs/common.ts';

export const ApiInformation = z.looseObject(texts('version', 'build'));
export const AuditEvent = z.looseObject({
  ...texts('id', 'source', 'occurredAt', 'action'),
  actor: object,
  target: object,
});
export const AuditEventDetails = z.looseObject({
  ...texts(
    'id',
    'source',
    'occurredAt',
    'action',
    'executionId',
    'correlationId',
    'causedByEventId',
  ),
  actor: object,
  target: object,
  schemaVersion: numeric,
  payload: object,
});
export const ChangeRequestRequestedReviewer = z.looseObject({
  ...texts('kind', 'revision', 'createdAt'),
  requestedBy: object,
  user: object,
  team: object,
});
export const ChangeRequestReview = z.looseObject({
  ...texts('id', 'status', 'revision', 'createdAt', 'updatedAt'),
  reviewer: object,
  requestedBy: object,
  outdated: flag,
  comment: object,
});
export const ChangeRequestUserContributor = z.looseObject({
  ...texts('updatedAt', 'actionType'),
  count: numeric,
  user: object,
});
export const ContentImportRun = z.looseObject({
  ...texts(
    'id',
    'status',
    'createdAt',
    'updatedAt',
    'startedAt',
    'completedAt',
    'reason',
    'site',
    'createdBy',
  ),
  source: object,
  target: object,
  pages: z.array(z.looseObject({})).optional(),
});
export const ContextConnection = z.looseObject({
  ...texts(
    'id',
    'status',
    'createdAt',
    'syncedAt',
    'label',
    'filter',
    'failureMessage',
    'failureReason',
    'connector',
  ),
  email: object,
  records: numeric,
  usageSettings: object,
});
export const ContextRecord = z.looseObject({
  ...texts('id', 'title', 'type', 'description', 'createdAt', 'processedAt', 'connection'),
  topics: strings,
});
export const CreateStyleguideRunResult = z.looseObject({
  run: object,
  changeRequests: z.array(z.looseObject({})).optional(),
});
export const FindContentByUrlResult = z.looseObject({
  collection: object,
  space: object,
  changeRequest: object,
  page: object,
});
export const AnswerThread = z.looseObject({ items: z.array(z.looseObject({})).optional() });
export const PreviewLink = z.looseObject(texts('url'));
export const RedirectTarget = z.looseObject({
  ...texts('target'),
  redirect: object,
});
export const PdfLink = z.looseObject(texts('url'));
export const GlossaryEntry = z.looseObject({
  ...texts('id', 'createdAt', 'updatedAt'),
  translations: object,
});
export const InviteLinkToOrganization = z.looseObject({ ...texts('id'), redundant: flag });
export const InviteMembersResult = z.looseObject({
  users: strings,
  invited: numeric,
  failedSSOEmails: strings,
});
export const JSONDocument = z.looseObject({
  data: object,
  nodes: z.array(z.looseObject({})).optional(),
  meta: object,
});
export const ListMemberTeamsItem = z.looseObject({ team: object, member: object });
export const ListRevisionPagesResult = z.looseObject({
  pages: z.array(z.looseObject({})).optional(),
});
export const ListSiteTopicsResult = z.looseObject({ items: z.array(z.looseObject({})).optional() });
export const MemberContentPermission = z.looseObject({ ...texts('permission'), space: object });
export const OpenAPISpec = z.looseObject({
  ...texts(
    'id',
    'createdAt',
    'updatedAt',
    'visibility',
    'slug',
    'sourceURL',
    'processingState',
    'lastVersion',
    'lastProcessedAt',
    'lastProcessErrorCode',
  ),
  lastProcessedErrors: z.array(z.looseObject({})).optional(),
  lastProcessedErrorCount: numeric,
});
export const OpenAPISpecRawContent = z.looseObject(texts('text', 'format'));
export const OrganizationAIUsage = z.looseObject({
  ...texts('from', 'to'),
  periods: z.array(z.looseObject({})).optional(),
});
export const OrganizationAgentInstructions = z.looseObject({
  ...texts('updatedAt', 'updatedBy'),
  instructions: object,
});
export const OrganizationInviteLink = z.looseObject({
  ...texts('id'),
  redundant: flag,
  space: object,
  collection: object,
});
export const OrganizationMember = z.looseObject({
  ...texts('id', 'joinedAt', 'lastSeenAt'),
  user: object,
  disabled: flag,
  sso: flag,
  spaces: numeric,
  teams: numeric,
  sites: numeric,
});
export const OrganizationStyleguides = z.looseObject({
  styleguides: z.array(z.looseObject({})).optional(),
});
export const OrganizationTeam = z.looseObject({
  ...texts('id', 'title', 'createdAt'),
  members: numeric,
  spaces: numeric,
});
export const PublishedOrCheckout = z.looseObject({
  ...texts('id', 'title', 'type', 'createdAt', 'visibility', 'appliedType', 'hostname', 'basename'),
  published: flag,
});
export const AskedReviewers = z.looseObject({
  users: z.array(z.looseObject({})).optional(),
});
export const RevisionFile = z.looseObject({
  ...texts('id', 'name', 'contentType', 'downloadURL'),
  size: numeric,
  dimensions: object,
  git: object,
});
export const RevisionPage = z.looseObject(
  texts(
    'id',
    'title',
    'type',
    'kind',
    'description',
    'path',
    'createdAt',
    'updatedAt',
    'linkTitle',
    'emoji',
    'icon',
    'condition',
  ),
);
export const RevisionPageMetaLinks = z.looseObject({
  canonical: object,
  alternates: z.array(z.looseObject({})).optional(),
});
export const RevisionReusableContent = z.looseObject({
  ...texts('id', 'title', 'computedSeed', 'document'),
  git: object,
  computed: object,
});
export const RevisionSemanticChanges = z.looseObject({
  mergedFrom: object,
  changes: z.array(z.looseObject({})).optional(),
  more: numeric,
});
export const SiteAnswer = z.looseObject({ ...texts('type'), answer: object });
export const SiteQuestions = z.looseObject({ questions: strings });
export const SiteSearchHit = z.looseObject({
  ...texts('id', 'title', 'type', 'description', 'url'),
  score: numeric,
  pages: z.array(z.looseObject({})).optional(),
});
export const RedirectResults = z.looseObject({
  results: z.array(z.looseObject({})).optional(),
});
export const SiteAgentSettings = z.looseObject({
  ...texts('updatedAt', 'updatedBy'),
  scans: object,
  findings: object,
  editing: object,
});
export const SiteCustomizationSettings = z.looseObject({
  ...texts('title', 'updatedAt'),
  localizedTitle: object,
  styling: object,
  internationalization: object,
  favicon: object,
  header: object,
  footer: object,
  announcement: object,
  themes: object,
  feedback: object,
  ai: object,
});
export const SiteExternalLink = z.looseObject({
  ...texts('id', 'title', 'description', 'url', 'icon', 'sectionGroup', 'condition'),
  localizedTitle: object,
  localizedDescription: object,
  draft: flag,
});
export const SiteFinding = z.looseObject({
  ...texts('id', 'title', 'type', 'status', 'severity', 'createdAt', 'updatedAt', 'scan', 'topic'),
  description: object,
  changeRequests: numeric,
  pages: numeric,
});
export const SiteFindingPage = z.looseObject({ ...texts('spaceId'), page: object });
export const SiteFindingStats = z.looseObject({
  total: numeric,
  statuses: object,
  severities: object,
  connectors: object,
  questions: numeric,
  mergedChangeRequests: numeric,
});
export const SiteEvents = z.looseObject({
  columns: z.array(z.looseObject({})).optional(),
});
export const SiteQuestion = z.looseObject({
  ...texts('id', 'type', 'question', 'createdAt', 'askedAt'),
  stats: object,
});
export const SiteQuestionAnswer = z.looseObject({
  ...texts('id', 'createdAt', 'updatedAt', 'responseId', 'language', 'answered'),
  question: object,
  topics: strings,
  input: object,
  thread: object,
  session: object,
  feedback: object,
});
export const SiteQuestionAnswerSource = z.looseObject({
  ...texts('id', 'title', 'type', 'revision', 'space', 'page', 'record'),
  weight: numeric,
});
export const SiteQuestionStats = z.looseObject({
  total: numeric,
  answers: numeric,
  feedback: object,
  answered: object,
  relevance: object,
  types: object,
  channelTypes: object,
  channels: object,
});
export const SiteRedirect = z.looseObject({
  ...texts('id', 'source', 'createdAt', 'updatedAt'),
  draft: flag,
  captureWildcard: flag,
  permanent: flag,
  destination: object,
});
export const SiteScan = z.looseObject({
  ...texts('id', 'status', 'createdAt', 'topic', 'startedAt', 'finishedAt', 'failureMessage'),
  findings: object,
});
export const SiteStructure = z.looseObject({
  ...texts('type'),
  structure: z.array(z.looseObject({})).optional(),
});
export const SiteStructureItem = z.looseObject({
  ...texts('id', 'title', 'description', 'path', 'url', 'section', 'condition'),
  space: object,
  localizedTitle: object,
  default: flag,
  draft: flag,
});
export const SiteStyleguideRun = z.looseObject({
  ...texts('id', 'createdAt', 'site', 'styleguide'),
  spaces: strings,
  createdBy: object,
});
export const SiteTopic = z.looseObject({
  ...texts('id', 'createdAt', 'updatedAt', 'label', 'icon'),
  parent: object,
  summary: object,
  usageSettings: object,
  pages: numeric,
  records: numeric,
  findings: object,
  questions: object,
});
export const StyleguideTemplates = z.looseObject({
  templates: z.array(z.looseObject({})).optional(),
});
