import { z } from 'zod';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { listOf, NoContent } from './outputs/common.ts';
import {
  ContextConnection,
  ContextRecord,
  ListSiteTopicsResult,
  SiteAgentSettings,
  SiteScan,
  SiteTopic,
} from './outputs/site-insights.ts';
import { ContentObject, DateTime, JsonObject, paging } from './params.ts';

const operation = toolset('context', {}, { service: 'current' });

export const context = {
  listContextRecords: operation({
    id: 'listSiteContextRecords',
    tool: 'list_context_records',
    summary: 'List the evidence: tickets and documents.',

    tasks: ['which tickets are known'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/context-records',
    since: '0.167.0',
    effect: 'read',
    query: {
      ...paging,
      type: z.enum(['ticket', 'document']).optional(),
      connection: idOf('contextConnection').optional(),
      topic: idOf('topic').optional(),
    },
    output: listOf(ContextRecord),
  }),
  setContextRecords: operation({
    id: 'upsertSiteContextRecords',
    tool: 'set_context_records',
    summary: 'Add tickets or documents as evidence for findings.',

    tasks: ['feed support tickets as evidence'],
    route: 'PUT /v1/orgs/{organizationId}/sites/{siteId}/context-records',
    since: '0.167.0',
    effect: 'update',
    body: {
      records: z.array(
        z.strictObject({
          id: idOf('contextRecord'),
          type: z.enum(['ticket', 'document']),
          title: z.string().min(1).max(256),
          description: z.string().max(512).optional(),
          body: z.string(),
          url: z.url().optional(),
          createdAt: DateTime.optional(),
          metadata: JsonObject.optional(),
        }),
      ),
    },
    encodeBody: ({ records }) => records as readonly unknown[],
    output: NoContent,
  }),
  getContextRecord: operation({
    id: 'getSiteContextRecordById',
    tool: 'get_context_record',
    summary: 'Read one record of evidence.',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/context-records/{siteContextRecordId}',
    since: '0.167.0',
    effect: 'read',
    output: ContextRecord,
  }),
  listContextConnections: operation({
    id: 'listSiteContextConnections',
    tool: 'list_context_connections',
    summary: 'List the connections that bring evidence in.',
    tasks: [
      'which sources feed the agent',
      'is slack connected',
      'which ticket systems are connected',
      'is zendesk connected',
    ],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/context-connections',
    since: '0.167.0',
    effect: 'read',
    query: { ...paging },
    output: listOf(ContextConnection),
  }),
  getContextConnection: operation({
    id: 'getSiteContextConnectionById',
    tool: 'get_context_connection',
    summary: 'Read one connection that brings evidence in.',
    route:
      'GET /v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}',
    since: '0.167.0',
    effect: 'read',
    output: ContextConnection,
  }),
  syncContextConnection: operation({
    id: 'syncSiteContextConnection',
    tool: 'sync_context_connection',
    summary: 'Fetch new evidence through a connection.',
    tasks: [
      'fetch new data of a connected source',
      'fetch new tickets',
      'refresh the evidence from zendesk',
    ],
    route:
      'POST /v1/orgs/{organizationId}/sites/{siteId}/context-connections/{siteContextConnectionId}/sync',
    since: '0.167.0',
    effect: 'update',
    output: NoContent,
  }),
  listSiteTopics: operation({
    id: 'listSiteTopics',
    tool: 'list_site_topics',
    summary: 'List topics that questions and evidence fall into.',
    tasks: [
      'what are readers interested in',
      'topics of questions',
      "what are readers' questions about, by topic",
    ],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/topics',
    since: '0.167.0',
    effect: 'read',
    query: { from: DateTime.optional(), to: DateTime.optional() },
    output: ListSiteTopicsResult,
  }),
  getSiteTopic: operation({
    id: 'getSiteTopicById',
    tool: 'get_site_topic',
    summary: 'Read one topic.',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}',
    since: '0.167.0',
    effect: 'read',
    output: SiteTopic,
  }),
  deleteTopicFindings: operation({
    id: 'deleteSiteTopicFindings',
    tool: 'delete_topic_findings',
    summary: 'Delete the findings of a topic.',
    tasks: ['clear the findings of a topic'],
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}/findings',
    since: '0.181.0',
    effect: 'delete',
    output: NoContent,
  }),
  listSiteScans: operation({
    id: 'listSiteScans',
    tool: 'list_site_scans',
    summary: 'List scans that look for findings.',
    tasks: ['when were the docs scanned'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/scans',
    since: '0.181.0',
    effect: 'read',
    query: {
      ...paging,
      topic: idOf('topic').optional(),
      status: z.enum(['pending', 'running', 'done', 'failed']).optional(),
    },
    output: listOf(SiteScan),
  }),
  getSiteScan: operation({
    id: 'getSiteScanById',
    tool: 'get_site_scan',
    summary: 'Read one scan.',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/scans/{siteScanId}',
    since: '0.181.0',
    effect: 'read',
    output: SiteScan,
  }),
  getSiteAgentSettings: operation({
    id: 'getSiteAgentSettingsById',
    tool: 'get_site_agent_settings',
    summary: "Read what the service's own agent does by itself.",
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/agent-settings',
    since: '0.181.0',
    effect: 'read',
    output: SiteAgentSettings,
  }),
  setSiteAgentSettings: operation({
    id: 'updateSiteAgentSettingsById',
    tool: 'set_site_agent_settings',
    summary: "Say what the service's own agent does by itself.",

    tasks: ['let the agent draft fixes by itself'],
    route: 'PUT /v1/orgs/{organizationId}/sites/{siteId}/agent-settings',
    since: '0.181.0',
    effect: 'update',
    body: {
      scans: z.strictObject({ topics: z.enum(['auto', 'never']) }),
      findings: z.strictObject({ changeRequests: z.enum(['always', 'auto-fixable', 'never']) }),
      editing: z.strictObject({ customInstructions: ContentObject }),
    },
    output: SiteAgentSettings,
  }),
};
