import { z } from 'zod';
import { toolset } from '../define.ts';
import { idOf } from '../ids.ts';
import { listOf } from '../outputs/common.ts';
import { ContentObject, DateTime, paging } from '../params.ts';
import {
  ApiInformation,
  AuditEvent,
  AuditEventDetails,
  OrganizationAgentInstructions,
  OrganizationAIUsage,
} from './outputs.ts';

const operation = toolset('organizations', {}, { beyondContract: true });

export const organizations = [
  operation({
    id: 'listOrganizationAuditEvents',
    tool: 'list_audit_events',
    summary: 'List audit events; for administrators of the enterprise plan.',
    route: 'GET /v1/orgs/{organizationId}/audit-events',
    since: '0.201.0',
    effect: 'read',
    query: {
      page: paging.page,
      limit: z.number().int().min(1).max(100).optional(),
      from: DateTime.optional(),
      to: DateTime.optional(),
      action: z.string().optional(),
      actor: idOf('user').optional(),
      target: idOf('auditTarget').optional(),
    },
    view: 'list',
    output: listOf(AuditEvent),
  }),
  operation({
    id: 'getOrganizationAuditEvent',
    tool: 'get_audit_event',
    summary: 'Read one audit event.',
    route: 'GET /v1/orgs/{organizationId}/audit-events/{auditEventId}',
    since: '0.201.0',
    effect: 'read',
    output: AuditEventDetails,
  }),
  operation({
    id: 'getOrganizationAIUsage',
    tool: 'get_ai_usage',
    summary: 'Read how much AI an organization used.',
    route: 'GET /v1/orgs/{organizationId}/billing/ai-usage',
    since: '0.202.0',
    effect: 'read',
    query: {
      from: DateTime,
      to: DateTime,
      interval: z.enum(['day', 'week', 'month', 'year']).optional(),
    },
    output: OrganizationAIUsage,
  }),
  operation({
    id: 'getApiInformation',
    tool: 'get_api_information',
    summary: 'Read release and build of the service; needs no permission.',
    route: 'GET /v1/',
    effect: 'read',
    output: ApiInformation,
  }),
  operation({
    id: 'getOrganizationAgentInstructions',
    tool: 'get_agent_instructions',
    summary: "Read the instructions that the service's own agent follows.",
    route: 'GET /v1/orgs/{organizationId}/agent-instructions',
    since: '0.143.2',
    effect: 'read',
    output: OrganizationAgentInstructions,
  }),
  operation({
    id: 'updateOrganizationAgentInstructions',
    tool: 'set_agent_instructions',
    summary: "Replace the instructions that the service's own agent follows.",
    route: 'PUT /v1/orgs/{organizationId}/agent-instructions',
    since: '0.143.2',
    effect: 'update',
    body: { instructions: ContentObject },
    output: OrganizationAgentInstructions,
  }),
];
