import { z } from 'zod';
import { toolset } from './define.ts';
import { AskResult, Questions } from './outputs/collaboration.ts';
import { format, unlisted } from './params.ts';

const operation = toolset('ask');

const options = {
  format: format.meta(unlisted()),
  details: z.boolean().optional().meta(unlisted('adds query details')),
};

export const ask = {
  askOrganization: operation({
    id: 'askInOrganization',
    tool: 'ask_organization',
    summary: 'Ask an AI that answers from the spaces you can read, with sources.',
    tasks: [
      'answer a question from the docs',
      'how does something work',
      'explain something from our documentation',
      'ask the docs a question',
      'what does the documentation say about something',
    ],
    route: 'POST /v1/orgs/{organizationId}/ask',
    effect: 'read',
    byDefault: true,
    query: options,
    body: {
      query: z.string(),
      previousQueries: z.array(z.string()).max(10).optional().meta(unlisted('deprecated')),
    },
    output: AskResult,
  }),
  listRecommendedQuestions: operation({
    id: 'getRecommendedQuestionsInOrganization',
    tool: 'list_recommended_questions',
    summary: 'List questions worth asking about the content of an organization.',
    tasks: ['what could i ask the docs', 'example questions', 'suggest questions to ask'],
    route: 'GET /v1/orgs/{organizationId}/ask/questions',
    effect: 'read',
    output: Questions,
  }),
  streamRecommendedQuestions: operation({
    id: 'streamRecommendedQuestionsInOrganization',
    tool: 'stream_recommended_questions',
    summary: 'Like list_recommended_questions, over the event stream.',
    route: 'GET /v1/orgs/{organizationId}/ask/questions/stream',
    effect: 'read',
    stream: { collect: 'question', as: 'questions' },
    output: Questions,
  }),
  streamAskOrganization: operation({
    id: 'streamAskInOrganization',
    tool: 'stream_ask_organization',
    summary: 'Like ask_organization, over the event stream.',
    route: 'GET /v1/orgs/{organizationId}/ask/stream',
    effect: 'read',
    stream: 'last',
    query: { query: z.string(), ...options },
    output: AskResult,
  }),
};
