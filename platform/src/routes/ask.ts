import { z } from 'zod';
import { answerQuestion, growingAnswers, type QuotedAnswer } from '../ask/answer.ts';
import { recommendQuestions } from '../ask/recommend.ts';
import { openOrganization, readableSpaces } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import { counted } from '../counted.ts';
import { format, queryBoolean } from '../http/input.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { older } from '../serializers/context.ts';
import type { ContentFormat } from '../serializers/page.ts';
import { documentOf } from '../serializers/page.ts';

/** Maximum characters of a question. */
const question = z.string().min(1).max(2_000);

const options = { format, details: queryBoolean.optional() };

export const askRoutes: readonly Route[] = [
  route('POST /v1/orgs/{organizationId}/ask', {
    query: z.object(options),
    body: z.object({
      query: question,
      previousQueries: counted(10, z.array(z.string())).optional(),
    }),
    handle: (call) => ({
      answer: answerObject(call, answer(call, call.body.query), call.query.format),
    }),
  }),

  route('GET /v1/orgs/{organizationId}/ask/stream', {
    query: z.object({ ...options, query: question }),
    handle: (call) => answerEvents(call, answer(call, call.query.query), call.query.format),
  }),

  route('GET /v1/orgs/{organizationId}/ask/questions', {
    handle: (call) => ({ questions: questions(call) }),
  }),

  route('GET /v1/orgs/{organizationId}/ask/questions/stream', {
    handle: (call) => HttpReply.events(questions(call).map((question) => ({ question }))),
  }),
];

/** A stream of an answer as it grows. */
export function answerEvents(context: Context, answer: QuotedAnswer, as: ContentFormat): HttpReply {
  return HttpReply.events(
    growingAnswers(answer).map((part) => ({
      type: 'answer',
      answer: answerObject(context, part, as),
    })),
  );
}

type AskCall = Pick<Call, 'db' | 'user'> & { params: { organizationId: string } };

function answer(call: AskCall, question: string): QuotedAnswer {
  return answerQuestion(call, readable(call), question);
}

function questions(call: AskCall): string[] {
  return recommendQuestions(call.db, readable(call));
}

function readable(call: AskCall): string[] {
  const { row } = openOrganization(call, call.params.organizationId);
  return readableSpaces(call, row.id).map(({ row: space }) => space.id);
}

function answerObject(
  context: Context,
  { markdown, followupQuestions, sources }: QuotedAnswer,
  as: ContentFormat,
) {
  const body = { markdown: { markdown }, document: { document: documentOf(markdown) } };
  const pages = sources.map(({ page, revision, space, sections }) => {
    return { page, revision, space, sections };
  });
  return {
    ...(as && { answer: body[as] }),
    followupQuestions,
    sources,
    ...older(context, { pages }),
  };
}
