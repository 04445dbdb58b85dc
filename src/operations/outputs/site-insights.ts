import { z } from 'zod';
import { numeric, object, objects, strings, texts } from './common.ts';

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
  changeRequests: objects,
});

export const AnswerThread = z.looseObject({ items: objects });

export const ListSiteTopicsResult = z.looseObject({ items: objects });

export const OrganizationStyleguides = z.looseObject({
  styleguides: objects,
});

export const SiteAgentSettings = z.looseObject({
  ...texts('updatedAt', 'updatedBy'),
  scans: object,
  findings: object,
  editing: object,
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
  columns: objects,
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

export const SiteScan = z.looseObject({
  ...texts('id', 'status', 'createdAt', 'topic', 'startedAt', 'finishedAt', 'failureMessage'),
  findings: object,
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
  templates: objects,
});
