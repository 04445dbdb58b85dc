import { z } from 'zod';
import { type FoundId, type IdKind, idOf, idsIn, refersTo, withContentRefs } from './ids.ts';
import { atMostOneOf, exactlyOneOf, ruled } from './rules.ts';

/** A description that is only shown when an operation is looked up, not in every listing. */
export const onDemand = (description: string) => ({ description, onDemand: true });

/**
 * A field that few calls use: accepted, and shown when an operation is looked up, but not listed, because every
 * conversation pays for the listing.
 */
export const unlisted = (description?: string) => ({
  ...(description !== undefined && { description }),
  unlisted: true,
});

/** An id of some kind, described by the tool that finds it. */
export const idFrom = (kind: IdKind, tool: string) => idOf(kind, `from ${tool}`);

/** Every path parameter of the API, by its name in the route. */
export const pathParameters = {
  organizationId: idFrom('organization', 'list_organizations'),
  collectionId: idFrom('collection', 'list_collections'),
  spaceId: idFrom('space', 'get_context'),
  changeRequestId: idOf('changeRequest', 'id or number, from list_change_requests'),
  pageId: idFrom('page', 'list_pages'),
  fileId: idFrom('file', 'list_files'),
  commentId: idFrom('comment', 'list_space_comments'),
  commentReplyId: idFrom('commentReply', 'list_space_comment_replies'),
  siteId: idFrom('site', 'list_sites'),
  siteSectionId: idFrom('siteSection', 'list_site_sections'),
  siteSectionGroupId: idFrom('siteSectionGroup', 'list_site_section_groups'),
  siteSpaceId: idFrom('siteSpace', 'list_site_spaces'),
  shareLinkId: idFrom('shareLink', 'list_share_links'),
  inviteId: idOf('inviteLink', 'last part of the invite URL'),
  emailDomain: idOf('emailDomain', 'such as example.com'),
  fieldName: idOf('customField', 'name from list_custom_fields'),
  samlProviderId: idFrom('samlProvider', 'list_saml_providers'),
  specSlug: idOf('specification', 'slug from list_openapi_specs'),
  versionId: idOf('specificationVersion', 'id or info.version, from list_openapi_versions'),
  translationSettingsId: idFrom('translation', 'list_translation_settings'),
  teamId: idOf(
    'team',
    'from list_teams; under the legacy API from the team URL or list_saml_providers',
  ),
  userId: idOf(
    'user',
    'from list_members; under the legacy API from list_team_members, createdBy or postedBy',
  ),
  pagePath: idOf('pagePath', 'path from list_pages'),
  reusableContentId: idOf('reusableContent', 'from the reusableContents of get_current_revision'),
  documentId: idOf('document', 'documentId from list_pages'),
  revisionId: idOf('revision', 'revision of get_space or get_change_request'),
  reviewId: idFrom('review', 'list_change_request_reviews'),
  importRunId: idFrom('importRun', 'list_imports'),
  siteFindingId: idFrom('finding', 'list_site_findings'),
  siteQuestionId: idFrom('question', 'list_site_questions'),
  siteQuestionAnswerId: idFrom('answer', 'list_site_answers'),
  siteRedirectId: idFrom('redirect', 'list_site_redirects'),
  siteExternalLinkId: idFrom('siteExternalLink', 'get_site_structure'),
  siteContextRecordId: idFrom('contextRecord', 'list_context_records'),
  siteContextConnectionId: idFrom('contextConnection', 'list_context_connections'),
  siteTopicId: idFrom('topic', 'list_site_topics'),
  siteScanId: idFrom('scan', 'list_site_scans'),
  auditEventId: refersTo('auditEvent', z.uuid()).meta(onDemand('from list_audit_events')),
  translationId: idFrom('translation', 'list_translation_settings'),
  glossaryEntryId: idFrom('glossaryEntry', 'list_glossary_entries'),
};

/** Ids that also occur in request bodies, and as arguments of workflow tools. */
export const {
  organizationId: OrganizationId,
  specSlug: SpecSlug,
  userId: UserId,
  spaceId: SpaceId,
  changeRequestId: ChangeRequestId,
  pageId: PageId,
  siteSectionId: SiteSectionId,
  siteSectionGroupId: SiteSectionGroupId,
  siteSpaceId: SiteSpaceId,
} = pathParameters;

/** Argument names that only prompts use. */
const promptParameters = { guideSpaceId: SpaceId, guidePageId: PageId };

const named = z.object({ ...pathParameters, ...promptParameters }).partial();

/** The ids among named values: variables of a URI, arguments of a prompt. */
export function idsAmong(values: Readonly<Record<string, unknown>>): FoundId[] {
  return idsIn(named, values);
}

/** `page` and `limit` of every paged list. */
export const paging = {
  page: z.string().optional().meta(onDemand('next.page of the last result')),
  limit: z.number().min(0).max(1000).optional(),
};

/** The same for lists that seldom have a second page. */
export const rarePaging = {
  page: paging.page.meta(unlisted('next.page of the last result')),
  limit: paging.limit.meta(unlisted()),
};

/** The fields that a read of content leaves out. */
export const contentOptions = {
  metadata: z.boolean().optional().meta(unlisted('false omits git data')),
  computed: z.boolean().optional().meta(unlisted('false skips computing')),
};

/** Always sent: without `format`, the API does not promise a body. */
export const format = z.enum(['document', 'markdown']).default('markdown');

/** The same for short texts, which are always requested as markdown. */
export const formatOfComments = format.meta(unlisted());

export const shareKey = z.string().optional().meta(unlisted('for share-link sites'));

export const Role = z.enum(['admin', 'create', 'review', 'edit', 'comment', 'read']);

export const TeamRole = z.enum(['owner', 'member']);

export const SiteVisibility = z.enum(['public', 'unlisted', 'share-link', 'visitor-auth']);

/** An open enumeration: only some values are known, and any string is accepted. */
export const openEnum = (...known: string[]) => z.string().describe(`${known.join(', ')}, …`);

export const SiteType = z.string().meta(onDemand('basic, premium, ultimate, sponsored, …'));

export const ImportSource = z
  .string()
  .meta(
    onDemand('website, docx, markdown, html, zip, confluence, github-wiki, notion, google-docs, …'),
  );

export const Url = z.url().max(2048);

export const ImportUrl = z.url();

/** Date and time with `Z` or an offset; the published form is a plain string, as its pattern is long. */
export const DateTime = z
  .string()
  .pipe(
    z.iso.datetime({
      offset: true,
      error: 'must be an ISO 8601 date and time with Z or an offset',
    }),
  )
  .meta(onDemand('ISO 8601'));

/** Any JSON object. */
export const JsonObject = z.looseObject({});

/** A JSON object in the platform's own form, in which references name pages, spaces and so on. */
export const ContentObject = withContentRefs(z.looseObject({}));

const spellings = { markdown: z.string().optional(), document: ContentObject.optional() };

/** Rich text of a page: one of its two spellings. */
export const RichText = z
  .strictObject(spellings)
  .check(ruled(exactlyOneOf('markdown', 'document')));

/** Rich text of a comment or a reply; most are plain markdown. */
export const CommentText = z
  .strictObject({ ...spellings, document: ContentObject.optional().meta(unlisted()) })
  .check(ruled(exactlyOneOf('markdown', 'document')));

/** A space or a collection among others in a collection; its type follows from the field that is given. */
export const ContentSibling = z
  .strictObject({
    type: z.enum(['space', 'collection']).optional().meta(unlisted()),
    space: idOf('space').optional(),
    collection: idOf('collection').optional(),
  })
  .check(ruled(exactlyOneOf('space', 'collection')))
  .check(
    ruled(({ type, ...named }) =>
      typeof type === 'string' && named[type] === undefined
        ? `type is ${type}, so give the id as ${type}`
        : undefined,
    ),
  )
  .overwrite((sibling) => ({
    ...sibling,
    type: sibling.space === undefined ? ('collection' as const) : ('space' as const),
  }));

/** The position among siblings; by default the end. */
export const positionOf = (sibling: z.ZodType) =>
  z
    .strictObject({ before: sibling.optional(), after: sibling.optional() })
    .check(ruled(atMostOneOf('before', 'after')))
    .optional()
    .meta(onDemand('default: last'));

/** A visitor expression that decides whether something is shown. */
export const condition = z
  .string()
  .min(1)
  .max(1024)
  .nullable()
  .optional()
  .meta(onDemand('null removes it'));

export const icon = z.string().max(50).nullable().optional();

export const SearchQuery = z.string().max(512);
