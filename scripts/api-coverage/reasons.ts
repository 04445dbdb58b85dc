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
    reason: "Open to the platform's own programs only: no token that a caller has may use them.",
    audience: ['internal'],
  },
  {
    reason:
      'Made for authors of integrations and for the marketplace: installing, configuring and running code that others wrote is not documentation work.',
    tags: ['integrations', 'space-integrations'],
    ids: ['installIntegrationOnSpace'],
  },
  {
    reason:
      'Sets up the connection to a Git host, which a person does once and signs in for. Synchronizing through one that is set up is offered.',
    tags: ['git'],
  },
  {
    reason:
      'Hands out secrets: the key that signs visitors in, or a token of published content. A model is not the place for them.',
    tags: ['site-publishing-auth'],
    paths: ['/urls/published'],
  },
  {
    reason:
      'Sets up, tests or ends the connection to another system, which takes its credentials; they would be in the conversation. What connections bring in is readable.',
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
    reason: "Conversations with the platform's own assistant, which the caller has no part in.",
    tags: ['agents', 'change-request-conversations'],
  },
  {
    reason: "Runs a prompt on the platform's own model. The caller is a model already.",
    tags: ['site-ai'],
  },
  {
    reason: 'Advertising on free sites: no part of the documentation.',
    tags: ['site-ads'],
  },
  {
    reason:
      "What a published site's own pages report or prepare for their visitors; called from anywhere else it falsifies the statistics or does nothing.",
    tags: ['site-agent-feedback'],
    ids: ['submitSiteAgentFeedback', 'trackEventsInSiteById', 'prewarmSiteSearch'],
  },
  {
    reason:
      'Commits a person to something: a new organization, joining one, the name on the account, how a member signs in, when one was last seen.',
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
      'Serves the form of the web application around an operation that is offered: choices to fill it with, or a preview of a pasted link.',
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
      'Computes content from the code of an integration; the pages that come of it are read with the tools for pages.',
    ids: ['getComputedDocument', 'getComputedRevision'],
  },
  {
    reason: 'Fills a new site with sample pages, a first step of the web application.',
    ids: ['applyTemplateToSite'],
  },
  {
    reason:
      'Renames or re-describes topics that the platform found by itself; they are readable, and their findings can be acted on.',
    ids: ['updateSiteTopicById'],
  },
  {
    reason:
      'Belongs to a past state, where only the text and its differences matter; for the current state and for change requests it is offered.',
    ids: ['listRevisionPageMetaLinks', 'getReusableContentDocumentInRevisionById'],
  },
];
