import { first, id, type Outside, plain, type Step, type StepFacts } from './scenario.ts';

const permissions = (place: 'space' | 'collection' | 'site'): Step[] => [
  plain(`list_${place}_permissions`),
  {
    tool: `invite_to_${place}`,
    args: ({ userId, teamId }) => ({
      role: 'comment',
      users: [userId],
      teams: [teamId],
    }),
  },
  { tool: `update_${place}_team_permission`, args: () => ({ role: 'edit' }) },
  plain(`list_${place}_team_permissions`),
  plain(`remove_team_from_${place}`),
  { tool: `update_${place}_user_permission`, args: () => ({ role: 'edit' }) },
  plain(`list_${place}_user_permissions`),
  plain(`remove_user_from_${place}`),
];

/** A valid call of every tool that only the current service has. */
export function currentScenario({ page, silent }: Outside): readonly Step[] {
  return [
    ...['get_api_information', 'get_current_user', 'list_spaces', 'list_teams'].map(plain),
    { tool: 'list_members', args: () => ({ limit: 50 }) },
    ...['get_user', 'get_member', 'list_member_teams', 'list_member_spaces'].map(plain),
    { tool: 'update_member', args: () => ({ role: 'create' }) },
    { tool: 'invite_members', args: () => ({ emails: ['new@example.com'], role: 'read' }) },
    { tool: 'list_invite_links' },
    { tool: 'create_invite_link', args: () => ({ role: 'read' }) },
    { tool: 'list_organization_change_requests' },

    { tool: 'create_team', args: () => ({ title: 'Reviewers' }), learn: id('madeTeamId') },
    { tool: 'get_team' },
    { tool: 'update_team', args: ({ madeTeamId }) => ({ teamId: madeTeamId, title: 'Readers' }) },
    { tool: 'delete_team', args: ({ madeTeamId }) => ({ teamId: madeTeamId }) },

    { tool: 'create_space', args: () => ({ title: 'Made' }), learn: id('madeSpaceId') },
    { tool: 'get_space', args: ({ madeSpaceId }) => ({ spaceId: madeSpaceId }) },
    {
      tool: 'update_space',
      args: ({ madeSpaceId }) => ({ spaceId: madeSpaceId, title: 'Made over' }),
    },
    {
      tool: 'move_space',
      args: ({ madeSpaceId, collectionId }) => ({ spaceId: madeSpaceId, parent: collectionId }),
    },
    { tool: 'duplicate_space', args: ({ madeSpaceId }) => ({ spaceId: madeSpaceId }) },
    { tool: 'delete_space', args: ({ madeSpaceId }) => ({ spaceId: madeSpaceId }) },
    { tool: 'restore_space', args: ({ madeSpaceId }) => ({ spaceId: madeSpaceId }) },

    { tool: 'search_space', args: () => ({ query: 'retries' }), learn: firstPage },
    { tool: 'get_page_by_path', args: ({ pagePath }) => ({ pagePath }) },
    plain('list_space_commenters'),
    {
      tool: 'get_page',
      args: () => ({ fields: ['urls'] }),
      learn: ({ urls }) => ({ pageUrl: (urls as { app: string }).app }),
    },
    {
      tool: 'find_content_by_url',
      args: ({ pageUrl }) => ({ url: pageUrl }),
    },
    { tool: 'get_current_revision', learn: id('revisionId') },
    ...['get_revision', 'get_revision_changes', 'list_revision_pages'].map(plain),
    { tool: 'list_revision_files', learn: first('fileId') },
    ...['get_revision_file', 'get_revision_page'].map(plain),
    { tool: 'get_revision_page_by_path', args: ({ pagePath }) => ({ pagePath }) },

    { tool: 'create_change_request', learn: id('changeRequestId') },
    {
      tool: 'edit_change_request_content',
      args: () => ({
        changes: [{ operation: 'insert_page', title: 'Made', document: { markdown: 'Text.' } }],
      }),
    },
    plain('get_change_request_changes'),
    { tool: 'get_change_request_page_by_path', args: ({ pagePath }) => ({ pagePath }) },
    {
      tool: 'post_change_request_comment',
      args: () => ({ body: { markdown: 'Why?' } }),
      learn: id('commentId'),
    },
    {
      tool: 'post_change_request_comment_reply',
      args: () => ({ body: { markdown: 'Because.' } }),
      learn: id('commentReplyId'),
    },
    ...['delete_change_request_comment_reply', 'list_change_request_commenters'].map(plain),
    plain('list_change_request_contributors'),
    { tool: 'request_reviewers', args: ({ userId }) => ({ users: [userId] }) },
    ...['list_requested_reviewers', 'remove_requested_reviewer'].map(plain),
    { tool: 'submit_change_request_review', args: () => ({ status: 'approved' }) },
    {
      tool: 'list_change_request_reviews',
      learn: first('reviewId'),
    },
    plain('get_change_request_review'),

    ...permissions('space'),
    ...permissions('collection'),
    { tool: 'list_sites', learn: first('siteId') },
    ...permissions('site'),

    ...['get_site_structure', 'publish_site', 'get_site_preview'].map(plain),
    { tool: 'search_site', args: () => ({ query: 'retries' }) },
    { tool: 'ask_site', args: () => ({ question: 'How many delivery attempts are there?' }) },
    plain('stream_site_recommended_questions'),
    { tool: 'list_site_spaces', learn: first('siteSpaceId') },
    { tool: 'list_site_sections', learn: first('siteSectionId') },
    {
      tool: 'create_site_section_group',
      args: () => ({ title: 'Group' }),
      learn: id('siteSectionGroupId'),
    },
    plain('set_site_section_group'),
    {
      tool: 'create_site_section_group',
      args: () => ({ title: 'Outer' }),
      learn: id('parentSectionGroupId'),
    },
    plain('set_parent_section_group'),
    {
      tool: 'create_site_external_link',
      args: () => ({ title: 'Status', url: 'https://status.example.com' }),
      learn: id('siteExternalLinkId'),
    },
    { tool: 'update_site_external_link', args: () => ({ title: 'State' }) },
    {
      tool: 'sort_site_structure',
      args: ({ siteExternalLinkId, parentSectionGroupId }) => ({
        item: { type: 'site-external-link', id: siteExternalLinkId },
        position: { before: { type: 'site-section-group', id: parentSectionGroupId } },
      }),
    },
    plain('delete_site_external_link'),
    {
      tool: 'create_site_redirect',
      args: () => ({
        source: '/old',
        destination: { kind: 'external', url: 'https://example.com/new' },
      }),
      learn: id('siteRedirectId'),
    },
    { tool: 'get_site_redirect_by_source', args: () => ({ source: '/old' }) },
    { tool: 'update_site_redirect', args: () => ({ permanent: true }) },
    plain('list_site_redirects'),
    {
      tool: 'set_site_redirects',
      args: () => ({
        redirects: [
          { source: '/older', destination: { kind: 'external', url: 'https://example.com/new' } },
        ],
      }),
    },
    plain('delete_site_redirect'),
    plain('unpublish_site'),

    plain('get_latest_openapi_source'),
    { tool: 'update_openapi_spec', args: () => ({ visibility: 'private' }) },
    {
      tool: 'start_import',
      args: ({ spaceId }) => ({
        source: { type: 'website', url: page },
        target: { space: spaceId },
      }),
      learn: id('importRunId'),
    },
    { tool: 'get_import', until: { status: 'completed' } },
    {
      tool: 'start_import',
      args: ({ spaceId }) => ({
        source: { type: 'website', url: silent },
        target: { space: spaceId },
      }),
      learn: id('importRunId'),
    },
    ...['cancel_import', 'list_imports', 'remove_member'].map(plain),
  ];
}

function firstPage({ items }: StepFacts): Record<string, string> {
  const [page] = items as { id: string; path: string }[];
  return { pageId: page?.id ?? '', pagePath: page?.path ?? '' };
}
