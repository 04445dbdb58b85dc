import { z } from 'zod';
import { whenDraftChanged, whenSome } from './confirm.ts';
import { type ItemOutcome, toolset } from './define.ts';
import { idOf } from './ids.ts';
import { listOf, NoContent } from './outputs/common.ts';
import { RedirectResults, RedirectTarget, SiteRedirect } from './outputs/sites.ts';
import { onDemand, paging, SiteSectionId, SiteSpaceId, SpaceId, shareKey, Url } from './params.ts';
import { fieldsByKind, givenOf, ruled, wordList } from './rules.ts';

const operation = toolset('redirects', {}, { service: 'current' });

const FORMS = {
  'site-page': { required: ['siteSpaceId', 'pageId'] },
  'site-space': { required: ['siteSpaceId'] },
  'site-section': { required: ['siteSectionId'] },
  external: { required: ['url'] },
};

const NEW_FORMS = { path: { required: ['spaceId', 'path'] }, ...FORMS };

/** What each kind of destination consists of, for whoever gives another. */
function formsOf(forms: Readonly<Record<string, { required: readonly string[] }>>): string {
  const all = Object.entries(forms).map(
    ([kind, { required }]) => `{kind: "${kind}", ${required.join(', ')}}`,
  );
  return `must be one of ${all.join(', ')}`;
}

const fields = {
  siteSpaceId: SiteSpaceId.optional(),
  pageId: idOf('page').optional(),
  siteSectionId: SiteSectionId.optional(),
  url: Url.optional(),
};

/** The destination of a redirect. */
const destination = z
  .strictObject(
    {
      kind: z.enum(['site-page', 'site-space', 'site-section', 'external'], formsOf(FORMS)),
      ...fields,
    },
    { error: ({ code }) => (code === 'invalid_type' ? formsOf(FORMS) : undefined) },
  )
  .check(ruled(fieldsByKind('kind', FORMS)));

/** The destination of a new redirect: a path of a space is resolved when it is created. */
const newDestination = z
  .strictObject(
    {
      kind: z.enum(
        ['path', 'site-page', 'site-space', 'site-section', 'external'],
        formsOf(NEW_FORMS),
      ),
      spaceId: SpaceId.optional(),
      path: z.string().optional(),
      ...fields,
    },
    { error: ({ code }) => (code === 'invalid_type' ? formsOf(NEW_FORMS) : undefined) },
  )
  .check(ruled(fieldsByKind('kind', NEW_FORMS)));

const SEGMENT = '(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+';

const source = z
  .string()
  .max(512)
  .regex(new RegExp(`^/${SEGMENT}(?:/${SEGMENT})*(?:/\\*|\\*)?$`), {
    error: 'must be a path with a leading slash, percent-encoded; only its end may be *',
  })
  .meta(onDemand('path with a leading slash; may end in *'));

const settings = {
  captureWildcard: z.boolean().optional().meta(onDemand('append what * matched')),
  permanent: z.boolean().optional(),
};

const draft = z.boolean().optional();

/** A draft is published as it is; anything else needs a destination. */
function publishOrReplace({ intent, ...item }: Readonly<Record<string, unknown>>) {
  if (intent !== 'publish') {
    return item.destination === undefined ? 'give a destination, or null to delete' : undefined;
  }
  const surplus = givenOf(item, ['destination', ...Object.keys(settings)]);
  return surplus.length > 0 ? `${wordList(surplus)} does not belong to publish` : undefined;
}

interface RedirectResult {
  status: string;
  source: string;
  draft?: boolean;
  error?: string;
}

function outcomesOf({ results = [] }: { results?: RedirectResult[] }): ItemOutcome[] {
  return results.map(({ status, source, draft, error = 'the service gives no reason' }) => {
    const failed = status === 'error';
    const item = draft ? `${source} (draft)` : source;
    return { item, outcome: failed ? error : status, failed };
  });
}

export const redirects = {
  listSiteRedirects: operation({
    id: 'listSiteRedirects',
    tool: 'list_site_redirects',
    summary: 'List the redirects of a site.',
    tasks: ['which addresses are redirected', 'all redirects of a site', 'export all redirects'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/redirects',
    effect: 'read',
    query: {
      ...paging,
      search: z.string().optional(),
      draft: z.boolean().optional(),
      orderBy: z.enum(['createdAt', 'updatedAt', 'source']).optional(),
    },
    output: listOf(SiteRedirect),
  }),
  createSiteRedirect: operation({
    id: 'createSiteRedirect',
    tool: 'create_site_redirect',
    summary: 'Redirect readers of an old path, as after a rename or move.',
    tasks: [
      'redirect',
      'redirect an old url',
      'keep an old address alive',
      'send readers of an old page elsewhere',
      'old link leads nowhere',
      'people bookmarked the old address of a page that moved',
      'redirect an old path to a page',
      'forward a url',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/redirects',
    effect: 'create',
    body: { source, destination: newDestination, ...settings, draft },
    output: SiteRedirect,
  }),
  setSiteRedirects: operation({
    id: 'bulkUpsertSiteRedirects',
    tool: 'set_site_redirects',
    alsoCalled: 'bulk redirects, many redirects, redirects at once',
    summary:
      'Create, change, publish or delete many redirects; each item succeeds or fails by itself.',
    tasks: [
      'import many redirects',
      'replace all redirects',
      'bulk import redirects',
      'upload a list of redirects',
    ],
    route: 'PUT /v1/orgs/{organizationId}/sites/{siteId}/redirects',
    since: '0.167.0',
    effect: 'update',
    confirm: whenSome(
      'redirects',
      ({ destination, intent }) => destination === null || intent === 'draft',
      'It deletes redirects, or takes them away from readers.',
    ),
    body: {
      redirects: z
        .array(
          z
            .strictObject({
              source,
              destination: newDestination.nullable().optional().describe('null deletes'),
              intent: z.enum(['live', 'draft', 'publish']).optional(),
              ...settings,
            })
            .check(ruled(publishOrReplace)),
        )
        .min(1)
        .max(500),
    },
    outcomes: outcomesOf,
    output: RedirectResults,
  }),
  updateSiteRedirect: operation({
    id: 'updateSiteRedirectById',
    tool: 'update_site_redirect',
    summary: 'Change a redirect.',
    tasks: [
      'change where an old address leads',
      'edit a redirect',
      'let a redirect lead to another page',
    ],
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
    effect: 'update',
    confirm: whenDraftChanged,
    body: { source: source.optional(), destination: destination.optional(), ...settings, draft },
    output: SiteRedirect,
  }),
  deleteSiteRedirect: operation({
    id: 'deleteSiteRedirectById',
    tool: 'delete_site_redirect',
    summary: 'Delete a redirect.',
    tasks: ['an old address shall lead nowhere any more', 'remove a redirect'],
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
    effect: 'delete',
    output: NoContent,
  }),
  getSiteRedirectBySource: operation({
    id: 'getSiteRedirectBySource',
    tool: 'get_site_redirect_by_source',
    summary: 'Find the redirect of a path and where it leads.',
    tasks: [
      'where does an old address lead',
      'is there a redirect for an address',
      'where does an old path lead',
      'which redirect belongs to a path',
      'is this address redirected',
    ],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/redirect',
    effect: 'read',
    query: { source, shareKey },
    output: RedirectTarget,
  }),
};
