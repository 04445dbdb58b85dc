/** Known ids, by argument name. */
export type Known = Record<string, string>;

export type StepFacts = Record<string, unknown>;

/** One valid call. Id arguments are filled in from the known ids. */
export interface Step {
  tool: string;
  /** Other arguments, and ids that differ from the known ones. */
  args?: (known: Known) => StepFacts;
  /** The ids that its answer adds to the known ones. */
  learn?: (facts: StepFacts) => Known;
  /** The expected answer after the platform has finished its background work. */
  until?: StepFacts;
}

/** External resources that the calls need. */
export interface Outside {
  /** Address of a web page to import. */
  page: string;
  /** Address that never answers. */
  silent: string;
  /** Address of a Git repository with a branch `main`. */
  repository: string;
}

/** Ids of the demonstration content that no call returns. */
export const SEEDED: Known = {
  organizationId: 'orgNorthwind00000001',
  spaceId: 'spaceDevGuide0000001',
  collectionId: 'collOperations000001',
  teamId: 'teamDocumentation001',
  userId: 'userTomas00000000001',
  emailDomain: 'example.com',
  specSlug: 'northwind-queue',
  fieldName: 'audience',
  samlProviderId: 'samlCompanyLogin0001',
  translationSettingsId: 'translationEurope001',
};

export const id = (name: string) => (facts: StepFacts) => ({ [name]: String(facts.id) });

/** The id of the first item of a list. */
export const first = (name: string) => (facts: StepFacts) => {
  const [item] = facts.items as { id: string }[];
  return { [name]: item?.id ?? '' };
};

const text = (markdown: string) => ({ body: { markdown } });

const OPENAPI = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Billing', version: '1.0.0' },
  paths: {},
});

const SCHEMA = {
  type: 'object',
  properties: { beta: { type: 'boolean', description: 'Takes part in the beta programme' } },
  additionalProperties: false,
};

const OPENAPI_IS_READ: Step = {
  tool: 'get_openapi_spec',
  until: { processingState: 'complete' },
};

const COMPLETE = { lastOperation: { status: 'complete' } };

/** A valid call of every tool: first reads, then calls that create, change and delete. */
export function scenario({ page, repository }: Outside): readonly Step[] {
  const source = { url: repository, ref: 'refs/heads/main' };
  const website = { source: 'website', url: page };
  return [
    ...['get_context', 'list_organizations', 'get_organization'].map(plain),
    plain('list_organizations_by_email_domain'),
    { tool: 'list_sites', learn: first('siteId') },
    ...['get_site', 'get_published_site', 'get_site_adaptive_schema'].map(plain),
    ...['list_collections', 'get_collection', 'list_spaces_in_collection'].map(plain),
    { tool: 'list_files', learn: first('fileId') },
    ...['get_file', 'list_file_backlinks', 'get_current_revision'].map(plain),
    { tool: 'search_space', args: () => ({ query: 'retries' }), learn: first('pageId') },
    { tool: 'search_organization', args: () => ({ query: 'retries' }) },
    { tool: 'find_in_pages', args: () => ({ text: 'max_attempts' }) },
    {
      tool: 'replace_in_pages',
      args: () => ({
        old: 'Retry settings',
        new: 'Settings of retries',
        preview: false,
        allowPlainLinks: true,
      }),
    },
    ...['list_pages', 'get_page', 'list_page_links', 'audit_links', 'explain_access'].map(plain),
    ...['list_custom_fields', 'get_custom_field', 'get_space_custom_fields'].map(plain),
    ...['list_saml_providers', 'get_saml_provider', 'list_sso_logins'].map(plain),
    ...['list_openapi_specs', 'get_openapi_spec', 'get_latest_openapi_version'].map(plain),
    { tool: 'list_openapi_versions', learn: first('versionId') },
    plain('compare_openapi_versions'),
    ...['get_openapi_version', 'get_openapi_version_content'].map(plain),
    ...['get_latest_openapi_version_content', 'list_translation_settings'].map(plain),
    ...['get_translation_settings', 'list_team_members', 'list_recommended_questions'].map(plain),
    plain('stream_recommended_questions'),
    { tool: 'ask_organization', args: () => ({ query: 'How many delivery attempts are there?' }) },
    { tool: 'stream_ask_organization', args: () => ({ query: 'How long is a lease?' }) },
    { tool: 'find_operations', args: () => ({ query: 'merge a change request' }) },
    { tool: 'read_operation', args: () => ({ name: 'list_organizations' }) },
    {
      tool: 'preview_operation',
      args: ({ organizationId }) => ({
        name: 'create_collection',
        arguments: { organizationId, title: 'Never made' },
      }),
    },

    {
      tool: 'write_operation',
      args: ({ organizationId }) => ({
        name: 'create_collection',
        arguments: { organizationId, title: 'Guides' },
      }),
    },
    { tool: 'update_organization', args: () => ({ title: 'Northwind Traders' }) },
    { tool: 'get_invite_link', args: () => ({ inviteId: 'inviteReaders0000001' }) },
    {
      tool: 'update_invite_link',
      args: () => ({ inviteId: 'inviteReaders0000001', role: 'edit' }),
    },
    { tool: 'delete_invite_link', args: () => ({ inviteId: 'inviteReaders0000001' }) },

    { tool: 'create_change_request', learn: id('changeRequestId') },
    ...['get_change_request', 'list_change_requests', 'get_change_request_revision'].map(plain),
    ...['list_change_request_pages', 'list_change_request_files'].map(plain),
    ...['get_change_request_file', 'list_change_request_file_backlinks'].map(plain),
    ...['get_change_request_page', 'list_change_request_page_links'].map(plain),
    ...['get_change_request_pdf', 'review_change_request'].map(plain),
    { tool: 'update_change_request', args: () => ({ subject: 'Every tool' }) },
    {
      tool: 'edit_change_request_content',
      args: () => ({
        changes: [
          {
            operation: 'insert_page',
            title: 'Made',
            document: { markdown: '## One\n\nText.' },
            ref: 'made',
          },
        ],
      }),
      learn: (facts) => {
        const [change] = facts.changes as { page: { id: string } }[];
        return { madePageId: change?.page.id ?? '' };
      },
    },
    {
      tool: 'edit_section',
      args: ({ madePageId }) => ({
        pageId: madePageId,
        heading: 'One',
        markdown: '## One\n\nMore.',
      }),
    },
    { tool: 'import_change_request_content', args: () => website },
    { tool: 'post_change_request_comment', args: () => text('Why?'), learn: id('commentId') },
    plain('list_change_request_comments'),
    plain('get_change_request_comment'),
    { tool: 'update_change_request_comment', args: () => text('Why so?') },
    {
      tool: 'post_change_request_comment_reply',
      args: () => text('Because.'),
      learn: id('commentReplyId'),
    },
    ...['list_change_request_comment_replies', 'get_change_request_comment_reply'].map(plain),
    { tool: 'update_change_request_comment_reply', args: () => text('Because of this.') },
    { tool: 'resolve_change_request_comment', args: () => ({ resolved: true }) },
    plain('delete_change_request_comment'),
    plain('update_change_request_from_primary'),
    plain('merge_change_request'),
    {
      tool: 'open_change_request_with_edits',
      args: () => ({
        subject: 'At once',
        changes: [{ operation: 'insert_page', title: 'More', document: { markdown: 'Text.' } }],
      }),
    },
    {
      tool: 'open_change_request_with_edits',
      args: ({ pageId }) => ({
        subject: 'A mistake',
        changes: [{ operation: 'update_page', page: pageId, description: 'Wrong.' }],
        merge: true,
      }),
      learn: ({ changeRequestId }) => ({ mistakeId: String(changeRequestId) }),
    },
    plain('page_history'),
    { tool: 'restore_page', args: ({ mistakeId }) => ({ changeRequestId: mistakeId }) },

    { tool: 'post_space_comment', args: () => text('Is this right?'), learn: id('commentId') },
    ...['list_space_comments', 'get_space_comment', 'list_open_threads'].map(plain),
    { tool: 'update_space_comment', args: () => text('Is this still right?') },
    { tool: 'post_space_comment_reply', args: () => text('Yes.'), learn: id('commentReplyId') },
    ...['list_space_comment_replies', 'get_space_comment_reply'].map(plain),
    {
      tool: 'answer_threads',
      args: ({ commentId }) => ({ threads: [{ commentId, reply: 'Right.' }] }),
    },
    { tool: 'update_space_comment_reply', args: () => text('Yes, it is.') },
    plain('delete_space_comment_reply'),
    { tool: 'resolve_space_comment', args: () => ({ resolved: true }) },
    plain('delete_space_comment'),

    {
      tool: 'update_space_custom_fields',
      args: () => ({ values: { audience: { value: 'partners' } } }),
    },
    {
      tool: 'create_custom_field',
      args: () => ({ name: 'owner', title: 'Owner', type: 'text' }),
      learn: () => ({ fieldName: 'owner' }),
    },
    { tool: 'update_custom_field', args: () => ({ title: 'Owned by' }) },
    plain('delete_custom_field'),

    {
      tool: 'create_saml_provider',
      args: () => ({ label: 'Second' }),
      learn: id('samlProviderId'),
    },
    { tool: 'update_saml_provider', args: () => ({ label: 'Second login' }) },
    plain('delete_saml_provider'),

    {
      tool: 'create_openapi_spec',
      args: () => ({ slug: 'billing', source: { text: OPENAPI } }),
      learn: () => ({ specSlug: 'billing' }),
    },
    OPENAPI_IS_READ,
    { tool: 'set_openapi_spec', args: () => ({ source: { text: OPENAPI } }) },
    OPENAPI_IS_READ,
    plain('delete_openapi_spec'),

    {
      tool: 'create_translation_settings',
      args: () => ({ title: 'Nordic' }),
      learn: id('translationSettingsId'),
    },
    { tool: 'update_translation_settings', args: () => ({ title: 'Nordic languages' }) },
    plain('delete_translation_settings'),

    { tool: 'add_team_member', args: () => ({ role: 'member' }) },
    {
      tool: 'update_team_members',
      args: ({ userId = '' }) => ({ memberships: { [userId]: { role: 'owner' } } }),
    },
    plain('remove_team_member'),

    { tool: 'create_collection', args: () => ({ title: 'Made' }), learn: id('collectionId') },
    { tool: 'update_collection', args: () => ({ title: 'Made over' }) },
    { tool: 'move_collection', args: () => ({ parent: 'collInternal00000001' }) },
    {
      tool: 'transfer_collection',
      args: () => ({ organization: 'orgNorthwindLabs0001' }),
    },
    plain('delete_collection'),

    {
      tool: 'create_site',
      args: () => ({ title: 'Made', template: 'empty' }),
      learn: id('siteId'),
    },
    { tool: 'update_site', args: () => ({ title: 'Made over' }) },
    { tool: 'set_site_adaptive_schema', args: () => ({ jsonSchema: SCHEMA }) },
    { tool: 'create_share_link', args: () => ({ name: 'Partners' }), learn: id('shareLinkId') },
    plain('list_share_links'),
    { tool: 'update_share_link', args: () => ({ name: 'All partners' }) },
    plain('delete_share_link'),
    { tool: 'add_space_to_site', learn: id('siteSpaceId') },
    { tool: 'list_site_spaces', learn: first('firstSiteSpaceId') },
    { tool: 'update_site_space', args: () => ({ path: 'guide' }) },
    {
      tool: 'move_site_space',
      args: ({ firstSiteSpaceId }) => ({ position: { before: { siteSpace: firstSiteSpaceId } } }),
    },
    plain('remove_space_from_site'),
    {
      tool: 'create_site_section',
      args: () => ({ spaceId: 'spaceOpsHandbook0001', title: 'Handbook' }),
      learn: id('siteSectionId'),
    },
    { tool: 'list_site_sections', learn: first('firstSectionId') },
    { tool: 'update_site_section', args: () => ({ title: 'Operations' }) },
    {
      tool: 'move_site_section',
      args: ({ firstSectionId }) => ({ position: { before: { siteSection: firstSectionId } } }),
    },
    {
      tool: 'create_site_section_group',
      args: () => ({ title: 'Group' }),
      learn: id('siteSectionGroupId'),
    },
    plain('list_site_section_groups'),
    { tool: 'update_site_section_group', args: () => ({ title: 'Groups' }) },
    {
      tool: 'create_site_section_group',
      args: () => ({ title: 'Second group' }),
      learn: id('otherGroupId'),
    },
    {
      tool: 'move_site_section_group',
      args: ({ otherGroupId }) => ({
        position: { after: { type: 'site-section-group', id: otherGroupId } },
      }),
    },
    {
      tool: 'add_section_to_group',
      args: ({ siteSectionId }) => ({ sectionId: siteSectionId }),
    },
    plain('remove_section_from_group'),
    plain('delete_site_section_group'),
    plain('delete_site_section'),
    plain('delete_site'),

    { tool: 'import_content', args: () => website },
    { tool: 'export_to_git', args: () => ({ ...source, commitMessage: 'Export' }) },
    { tool: 'get_git_info', until: COMPLETE },
    { tool: 'import_from_git', args: () => source },
    { tool: 'get_git_info', until: COMPLETE },
  ];
}

export function plain(tool: string): Step {
  return { tool };
}
