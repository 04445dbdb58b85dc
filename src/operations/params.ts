import { z } from 'zod';
import { atMostOneOf, exactlyOneOf, ruled } from './rules.ts';

/** A description that is only shown when an operation is looked up, not in every listing. */
export const onDemand = (description: string) => ({ description, onDemand: true });

/** A value that another call answers with; empty values would change the path that is called. */
function described(source: string) {
  return z
    .string()
    .refine((value) => value.trim() !== '', { error: `is empty; take it ${source}` })
    .meta(onDemand(source));
}

/** An identifier, described by the tool that finds it. */
export const from = (tool: string) => described(`from ${tool}`);

/** Every path parameter of the API, by its name in the route. */
export const pathParameters = {
  organizationId: from('list_organizations'),
  collectionId: from('list_collections'),
  spaceId: from('list_spaces_in_collection'),
  changeRequestId: described('id or number, from list_change_requests'),
  pageId: from('list_pages'),
  fileId: from('list_files'),
  commentId: from('list_space_comments'),
  commentReplyId: from('list_space_comment_replies'),
  siteId: from('list_sites'),
  siteSectionId: from('list_site_sections'),
  siteSectionGroupId: from('list_site_section_groups'),
  siteSpaceId: from('list_site_spaces'),
  shareLinkId: from('list_share_links'),
  inviteId: described('last part of the invite URL'),
  emailDomain: described('such as example.com'),
  fieldName: described('name from list_custom_fields'),
  samlProviderId: from('list_saml_providers'),
  specSlug: described('slug from list_openapi_specs'),
  versionId: from('list_openapi_versions'),
  translationSettingsId: from('list_translation_settings'),
  teamId: described('from the team URL, or defaultTeam of list_saml_providers'),
  userId: from('list_team_members'),
  pagePath: described('path from list_pages'),
  reusableContentId: described('from the reusableContents of get_current_revision'),
  documentId: described('documentId from list_pages'),
  revisionId: described('revision of get_space or get_change_request'),
  reviewId: from('list_change_request_reviews'),
  importRunId: from('list_imports'),
  siteFindingId: from('list_site_findings'),
  siteQuestionId: from('list_site_questions'),
  siteQuestionAnswerId: from('list_site_answers'),
  siteRedirectId: from('list_site_redirects'),
  siteExternalLinkId: from('get_site_structure'),
  siteContextRecordId: from('list_context_records'),
  siteContextConnectionId: from('list_context_connections'),
  siteTopicId: from('list_site_topics'),
  siteScanId: from('list_site_scans'),
  auditEventId: z.uuid().meta(onDemand('from list_audit_events')),
  translationId: from('list_translation_settings'),
  glossaryEntryId: from('list_glossary_entries'),
};

/** Ids that also occur in request bodies. */
export const {
  spaceId: SpaceId,
  siteSectionId: SiteSectionId,
  siteSectionGroupId: SiteSectionGroupId,
  siteSpaceId: SiteSpaceId,
} = pathParameters;

/** `page` and `limit` of every paged list. */
export const paging = {
  page: z.string().optional().meta(onDemand('next.page of the last result')),
  limit: z.number().min(0).max(1000).optional(),
};

/** What a read of content leaves out. */
export const contentView = {
  metadata: z.boolean().optional().meta(onDemand('false omits git data')),
  computed: z.boolean().optional().meta(onDemand('false skips computing')),
};

/** The API promises no body when `format` is left out, so it never is. */
export const format = z.enum(['document', 'markdown']).default('markdown');

export const shareKey = z.string().optional().meta(onDemand('for share-link sites'));

export const Role = z.enum(['admin', 'create', 'review', 'edit', 'comment', 'read']);

export const TeamRole = z.enum(['owner', 'member']);

export const SiteVisibility = z.enum(['public', 'unlisted', 'share-link', 'visitor-auth']);

/** An enumeration of which only some values are known: any string passes. */
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

/** Rich text of a comment, a reply or a page: one of its two spellings. */
export const RichText = z
  .strictObject({ markdown: z.string().optional(), document: JsonObject.optional() })
  .check(ruled(exactlyOneOf('markdown', 'document')));

/** Where something goes among its siblings; left out, it goes to the end. */
export const positionOf = (sibling: z.ZodType) =>
  z
    .strictObject({ before: sibling.optional(), after: sibling.optional() })
    .check(ruled(atMostOneOf('before', 'after')))
    .optional()
    .meta(onDemand('default: last'));

/** An expression over the visitor that decides whether something is shown. */
export const condition = z
  .string()
  .min(1)
  .max(1024)
  .nullable()
  .optional()
  .meta(onDemand('null removes it'));

export const icon = z.string().max(50).nullable().optional();

export const SearchQuery = z.string().max(512);
