import { z } from 'zod';
import { type Arguments, toolset } from './define.ts';
import { SiteEvents } from './outputs/site-insights.ts';
import { DateTime, onDemand, openEnum, unlisted } from './params.ts';

const operation = toolset('insights', {}, { service: 'current' });

const column = openEnum(
  ...['page', 'urlPath', 'siteSpace', 'eventType', 'eventsCount', 'visitorsCount'],
  ...['eventSearchQuery', 'pageFeedbackRating', 'referrerDomain', 'datetime'],
);

const interval = z.enum(['hour', 'day', 'week', 'month']).optional();

const InsightColumn = z.strictObject({
  column,
  interval: interval.meta(unlisted('of datetime')),
});

/** The interval of a column to group by is listed. */
const GroupColumn = InsightColumn.extend({ interval: interval.meta(onDemand('of datetime')) });

const InsightFilter = z.strictObject({
  column,
  values: z.array(z.string().nullable()),
  operator: z
    .enum(['in', 'notIn', 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'])
    .optional(),
});

/** A range is a name, or a start and an end. */
function checkRange({ range, from, to }: Arguments): string | undefined {
  const dated = from !== undefined && to !== undefined;
  return (range === undefined) === dated ? undefined : 'give either range, or from and to';
}

export const insights = {
  aggregateSiteEvents: operation({
    id: 'aggregateSiteEvents',
    tool: 'aggregate_site_events',
    alsoCalled:
      'page view, viewed, visitor number, traffic, analytics, statistics, popular page, most read, how many people',
    summary: 'Count what readers did: views, searches, ratings, broken addresses, by any column.',
    tasks: [
      'how many readers does a site have',
      'page views',
      'what do readers search for',
      'search analytics of a site',
      'traffic of a site',
      'most read pages',
      'what do visitors type into the search box',
      'which broken addresses do visitors hit',
      'pages that readers rate badly',
      'how many people viewed each page',
      'what did readers search for without result',
      '404 errors of visitors',
      'feedback ratings of pages',
      'where do visitors come from',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate',
    effect: 'read',
    body: {
      range: z
        .enum(['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'])
        .optional(),
      from: DateTime.optional(),
      to: DateTime.optional(),
      select: z.array(InsightColumn).optional(),
      groupBy: z.array(GroupColumn).optional(),
      where: z.array(InsightFilter).optional(),
      order: z.strictObject({ by: InsightColumn, direction: z.enum(['asc', 'desc']) }).optional(),
      limit: z.number().int().min(1).max(1000).optional(),
    },
    check: checkRange,
    encodeBody: ({ range, from, to, ...body }) => ({ ...body, range: range ?? { from, to } }),
    view: 'object',
    output: SiteEvents,
  }),
};
