import { z } from 'zod';
import { answerQuestion } from '../ask/answer.ts';
import { recommendQuestions } from '../ask/recommend.ts';
import { counted, MAX_NAMED } from '../counted.ts';
import { format, paging } from '../http/input.ts';
import { HttpReply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import { searchSections } from '../search/search.ts';
import { type SiteCall, visitSite } from '../sites/open.ts';
import { type SearchedSpaces, type SiteScope, searchedIn } from '../sites/search.ts';
import { answerEvents } from './ask.ts';
import { foundSpaces } from './search.ts';

const SITE = '/v1/orgs/{organizationId}/sites/{siteId}';

const query = z.string().max(512);
const siteSpaceIds = counted(MAX_NAMED, z.array(z.string()).min(1));

const scope = z.discriminatedUnion('mode', [
  z
    .object({
      mode: z.literal('default'),
      currentSiteSpace: z.string().optional(),
      restrictTo: z.enum(['currentSiteSpace', 'otherSiteSpaces']).optional(),
    })
    .refine(
      ({ currentSiteSpace, restrictTo }) => !restrictTo || currentSiteSpace !== undefined,
      'restrictTo needs currentSiteSpace',
    ),
  z.object({ mode: z.literal('specific'), siteSpaceIds }),
  z.object({ mode: z.literal('all') }),
]);

/** The parameters that preceded scopes. */
const deprecated = [
  z
    .object({ query, mode: z.literal('specific').optional(), siteSpaceIds })
    .transform(({ query, siteSpaceIds }) => asked(query, { mode: 'specific', siteSpaceIds })),
  z
    .object({ query, mode: z.literal('current'), siteSpaceId: z.string() })
    .transform(({ query, siteSpaceId }) =>
      asked(query, { mode: 'default', currentSiteSpace: siteSpaceId }),
    ),
  z
    .object({ query, mode: z.literal('all') })
    .transform(({ query, mode }) => asked(query, { mode })),
] as const;

const search = z.union(
  [z.object({ query, scope }), ...deprecated],
  'must have a query of at most 512 characters and a scope: {"mode": "default"}, with currentSiteSpace and restrictTo where wanted, {"mode": "specific", "siteSpaceIds": […]} or {"mode": "all"}',
);

export const siteSearchRoutes: readonly Route[] = [
  route(`POST ${SITE}/search`, {
    profile: 'current',
    query: z.object(paging),
    body: search,
    handle: (call) => {
      const { spaces, lists } = searched(call, call.body.scope);
      const hits = searchSections(call.db, idsOf(spaces), call.body.query).filter(lists);
      return foundSpaces(call, spaces, hits);
    },
  }),

  route(`POST ${SITE}/ask`, {
    profile: 'current',
    query: z.object({ format }),
    body: z.object({
      question: query,
      scope,
      context: z
        .object({ siteSpaceId: z.string().optional(), goal: z.string().max(1024).optional() })
        .optional(),
      session: z.object({ visitorId: z.string(), sessionId: z.string() }).optional(),
    }),
    handle: (call) => {
      const { question, scope } = call.body;
      const { spaces, lists } = searched(call, scope);
      const answer = answerQuestion(call, idsOf(spaces), question, lists);
      return answerEvents(call, answer, call.query.format);
    },
  }),

  route(`GET ${SITE}/ask/questions`, {
    profile: 'current',
    query: z.object({ siteSpaceId: z.string().optional(), spaceId: z.string().optional() }),
    handle: (call) => {
      const { siteSpaceId, spaceId } = call.query;
      const { spaces, lists } = searched(
        call,
        siteSpaceId === undefined
          ? { mode: 'all' }
          : { mode: 'specific', siteSpaceIds: [siteSpaceId] },
      );
      const candidates = idsOf(spaces).filter((id) => spaceId === undefined || id === spaceId);
      const questions = recommendQuestions(call.db, candidates, lists);
      return HttpReply.events(questions.map((question) => ({ question })));
    },
  }),
];

function searched(call: SiteCall, scope: SiteScope): SearchedSpaces {
  return searchedIn(visitSite({ ...call, query: {} }), scope);
}

function asked(query: string, scope: SiteScope) {
  return { query, scope };
}

function idsOf(spaces: readonly { id: string }[]): string[] {
  return spaces.map(({ id }) => id);
}
