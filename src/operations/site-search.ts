import { z } from 'zod';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { Questions, SiteAnswer } from './outputs/collaboration.ts';
import { listOf } from './outputs/common.ts';
import { SiteSearchHit } from './outputs/sites.ts';
import { format, onDemand, paging, SearchQuery, SiteSpaceId, unlisted } from './params.ts';
import { fieldsByKind, ruled } from './rules.ts';

const operation = toolset('site-search', {}, { service: 'current' });

/** The scope of a site search. */
const scope = z
  .strictObject({
    mode: z.enum(['default', 'specific', 'all']),
    siteSpaceIds: z.array(SiteSpaceId).min(1).optional(),
    currentSiteSpace: idOf('siteSpace', 'whose section counts first').optional(),
  })
  .check(
    ruled(
      fieldsByKind('mode', {
        default: { optional: ['currentSiteSpace'] },
        specific: { required: ['siteSpaceIds'] },
        all: {},
      }),
    ),
  )
  .default({ mode: 'default' })
  .meta(onDemand('default: the default content of every section'));

export const siteSearch = {
  searchSite: operation({
    id: 'searchSiteContent',
    tool: 'search_site',
    predecessor: 'search_space searches one of its spaces, search_organization all.',
    summary: 'Search a published site, or some of its spaces; all words are needed.',
    tasks: ['search a website as a reader would', 'search the published docs'],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/search',
    effect: 'read',
    query: paging,
    view: 'search',
    body: { query: SearchQuery, scope },
    output: listOf(SiteSearchHit),
  }),
  askSite: operation({
    id: 'streamAskInSite',
    tool: 'ask_site',
    predecessor: 'ask_organization answers from all spaces.',
    summary: 'Ask a question that the docs of a site answer, with citations.',
    tasks: ['ask one website a question', 'ask the published docs a question'],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/ask',
    effect: 'read',
    stream: 'last',
    query: { format: format.meta(unlisted()) },
    body: { question: SearchQuery, scope },
    output: SiteAnswer,
  }),
  streamSiteRecommendedQuestions: operation({
    id: 'streamRecommendedQuestionsInSite',
    tool: 'stream_site_recommended_questions',
    summary: 'Read questions worth asking about a site.',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/ask/questions',
    effect: 'read',
    stream: { collect: 'question', as: 'questions' },
    query: { siteSpaceId: idOf('siteSpace').optional() },
    output: Questions,
  }),
};
