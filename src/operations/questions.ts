import { z } from 'zod';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { listOf } from './outputs/common.ts';
import {
  AnswerThread,
  SiteQuestion,
  SiteQuestionAnswer,
  SiteQuestionAnswerSource,
  SiteQuestionStats,
} from './outputs/site-insights.ts';
import { DateTime, paging, unlisted } from './params.ts';

const operation = toolset('questions', {}, { service: 'current' });

/** The requested period, and rarely used filters. */
const FILTERS = {
  from: DateTime.optional(),
  to: DateTime.optional(),
  relevance: z
    .array(z.enum(['relevant', 'spam', 'off-topic', 'unclear']))
    .optional()
    .meta(unlisted()),
  channelType: z
    .array(z.enum(['site', 'embed', 'api']))
    .optional()
    .meta(unlisted()),
  answered: z.array(z.enum(['no', 'partially', 'yes'])).optional(),
};

export const questions = {
  listSiteQuestions: operation({
    id: 'listSiteQuestions',
    tool: 'list_site_questions',
    summary: 'List what readers asked; `answered` no shows the gaps.',
    tasks: [
      'what did readers ask',
      'questions that the docs could not answer',
      'unanswered questions of visitors',
      'what are people asking the assistant',
      'what do customers ask most',
      'most asked questions',
      'questions of readers without an answer',
      'what do users want to know',
    ],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/questions',
    since: '0.167.0',
    effect: 'read',
    query: {
      ...paging,
      ...FILTERS,
      type: z.enum(['exploring', 'how-to', 'troubleshooting', 'reference', 'unknown']).optional(),
      topic: z.array(idOf('topic')).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      sort: z
        .enum(['askedAt', 'stats.answered', 'stats.feedback', 'stats.answers'])
        .optional()
        .meta(unlisted()),
    },
    output: listOf(SiteQuestion),
  }),
  getSiteQuestion: operation({
    id: 'getSiteQuestionById',
    tool: 'get_site_question',
    summary: 'Read one question of readers with its figures.',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}',
    since: '0.167.0',
    effect: 'read',
    query: {
      ...FILTERS,
    },
    output: SiteQuestion,
  }),
  listSiteQuestionSources: operation({
    id: 'listSiteQuestionSources',
    tool: 'list_site_question_sources',
    summary: 'List the pages that answers to a question cited.',

    tasks: ['which pages were cited for a question'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}/sources',
    since: '0.181.0',
    effect: 'read',
    query: {
      ...paging,
      ...FILTERS,
    },
    output: listOf(SiteQuestionAnswerSource),
  }),
  getSiteQuestionStats: operation({
    id: 'getSiteQuestionStats',
    tool: 'get_site_question_stats',
    summary: "Count readers' questions and how they were answered.",

    tasks: [
      'how many questions were answered',
      'share of unanswered questions',
      'how well does the assistant answer',
    ],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/question-stats',
    since: '0.167.0',
    effect: 'read',
    query: {
      ...FILTERS,
      topic: z.array(idOf('topic')).optional(),
    },
    output: SiteQuestionStats,
  }),
  listSiteAnswers: operation({
    id: 'listSiteQuestionAnswers',
    tool: 'list_site_answers',
    summary: 'List answers that readers got.',
    tasks: [
      'what did the assistant answer',
      'answers to visitors',
      'answers of the assistant to readers',
      'what did the assistant tell visitors',
      'conversations with the assistant',
    ],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/answers',
    since: '0.167.0',
    effect: 'read',
    query: {
      ...paging,
      question: idOf('question').optional(),
      ...FILTERS,
      language: z.string().optional(),
      helpfulness: z.enum(['low', 'medium', 'high']).optional().meta(unlisted()),
      topic: idOf('topic').optional(),
      thread: idOf('answerThread').optional().meta(unlisted()),
    },
    output: listOf(SiteQuestionAnswer),
  }),
  getSiteAnswer: operation({
    id: 'getSiteQuestionAnswerById',
    tool: 'get_site_answer',
    summary: 'Read one answer that a reader got.',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}',
    since: '0.167.0',
    effect: 'read',
    output: SiteQuestionAnswer,
  }),
  getSiteAnswerThread: operation({
    id: 'getSiteQuestionAnswerThreadById',
    tool: 'get_site_answer_thread',
    summary: 'Read the conversation around an answer.',

    tasks: [
      'read the conversation of a reader with the assistant',
      'whole chat of a visitor',
      'transcript of a chat with the assistant',
    ],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/thread',
    since: '0.181.0',
    effect: 'read',
    output: AnswerThread,
  }),
  listSiteAnswerSources: operation({
    id: 'listSiteQuestionAnswerSources',
    tool: 'list_site_answer_sources',
    summary: 'List the pages that an answer cited.',

    tasks: ['which pages did the assistant cite'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/sources',
    since: '0.167.0',
    effect: 'read',
    query: { ...paging },
    output: listOf(SiteQuestionAnswerSource),
  }),
};
