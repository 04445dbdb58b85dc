/** Why some operations of the current service have no tool. An operation has the first reason that selects it. */
export interface Reason {
  reason: string;
  audience?: readonly ['internal'];
  tags?: readonly string[];
  /** Prefixes of their paths. */
  paths?: readonly string[];
  /** Their names in the API. */
  ids?: readonly string[];
}

export const REASONS: readonly Reason[] = [
  {
    reason: "Reserved for the platform's own programs: no caller's token is allowed to use them.",
    audience: ['internal'],
  },
  {
    reason:
      'For authors of integrations and for the marketplace: installing, configuring and running third-party code is not documentation work.',
    tags: ['integrations', 'space-integrations'],
    ids: ['installIntegrationOnSpace'],
  },
  {
    reason:
      'Sets up the connection to a Git host, which a person does once, signed in there. Synchronizing through an existing connection is offered.',
    tags: ['git'],
  },
  {
    reason:
      'Returns secrets, which do not belong in a conversation with a model: the key that signs visitors in, or a token of published content.',
    tags: ['site-publishing-auth'],
    paths: ['/urls/published'],
  },
  {
    reason:
      'Sets up, tests or ends the connection to another system, with its credentials, which do not belong in a conversation with a model. What connections bring in is readable.',
    ids: [
      'createSiteContextConnection',
      'updateSiteContextConnectionById',
      'deleteSiteContextConnectionById',
      'testSiteContextConnection',
    ],
  },
  {
    reason:
      "Connects the platform's own assistant to chat channels and to other servers: it asks for their credentials, and changes what readers talk to.",
    tags: ['site-channels', 'site-mcp-servers'],
  },
  {
    reason: "Conversations of others with the platform's own assistant.",
    tags: ['agents', 'change-request-conversations'],
  },
  {
    reason: "Runs a prompt on the platform's own model. The caller is a model already.",
    tags: ['site-ai'],
  },
  {
    reason: 'Advertising on free sites is not part of the documentation.',
    tags: ['site-ads'],
  },
  {
    reason:
      'Called by the pages of a published site for their visitors; called from anywhere else, it falsifies the statistics or does nothing.',
    tags: ['site-agent-feedback'],
    ids: ['submitSiteAgentFeedback', 'trackEventsInSiteById', 'prewarmSiteSearch'],
  },
  {
    reason:
      'Personal decisions and records: founding or joining an organization, the name on the account, how a member signs in, when a member was last seen.',
    ids: [
      'createOrganization',
      'joinOrganization',
      'joinOrganizationWithInvite',
      'updateUserById',
      'setUserAsSSOMemberForOrganization',
      'updateOrganizationMemberLastSeenAt',
    ],
  },
  {
    reason:
      'Serves a form of the web application for an operation that is offered: choices to fill it with, or a preview of a pasted link.',
    ids: [
      'listOrganizationAuditEventActions',
      'listSiteVisitorSegments',
      'listSiteAdaptiveTemplateConditions',
      'getSubdomain',
      'getEmbedByUrl',
      'getEmbedByUrlInSpace',
    ],
  },
  {
    reason:
      'Computes content with the code of an integration; the tools for pages read the resulting pages.',
    ids: ['getComputedDocument', 'getComputedRevision'],
  },
  {
    reason: 'Fills a new site with sample pages, as part of the onboarding in the web application.',
    ids: ['applyTemplateToSite'],
  },
  {
    reason:
      'Renames or re-describes topics that the platform found by itself; they are readable, and their findings can be acted on.',
    ids: ['updateSiteTopicById'],
  },
  {
    reason:
      'Reads details of a past state, of which only the text and its differences matter; offered for the current state and for change requests.',
    ids: ['listRevisionPageMetaLinks', 'getReusableContentDocumentInRevisionById'],
  },
];
