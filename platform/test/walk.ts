import { runs } from '../../test/support/long-run.ts';
import { servedRoutes } from '../src/routes/profiles.ts';
import { type AnswerFields, type ApiAnswer, request, type Send } from './support.ts';

/** Values for the parameters of routes, by name. */
export type ParameterValues = Readonly<Record<string, readonly string[]>>;

/** Maximum number of values that the walk tries for a parameter. */
const ENOUGH = runs(40);

/** The query of all reads. Routes ignore parameters that they do not know. */
const QUERY = '?limit=1000&format=markdown&query=retries&details=true';

/** A PDF export returns a different address each time. */
const CHANGING = /\/pdf$/;

/**
 * Reads everything that can be reached from the known values: returns the answers of all reads by path, and the files
 * in them by address. The platform's own address is removed from the answers.
 */
export async function walk(
  send: Send,
  origin: string,
  known: ParameterValues,
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const read = async (path: string): Promise<boolean> => {
    const seen = answers.get(path);
    if (seen !== undefined) return seen.startsWith('200 ');
    const answer = await send('GET', `${path}${QUERY}`);
    answers.set(path, said(answer, origin));
    return answer.status === 200;
  };
  for (const template of templates) {
    for (const path of await expand(template.slice('/v1'.length), known, read)) await read(path);
  }
  for (const address of downloadsIn(answers)) {
    answers.set(address, said(await request(`${origin}${address}`), origin));
  }
  return answers;
}

const templates = servedRoutes('contract')
  .filter(({ method, template }) => method === 'GET' && !CHANGING.test(template))
  .map(({ template }) => template);

/** Every read of the API, as a pattern for its paths. */
export const reads = templates.map(
  (template) => new RegExp(`^${template.slice('/v1'.length).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
);

/** The paths of a template, without those below an object that cannot be read. */
async function expand(
  template: string,
  known: ParameterValues,
  read: (path: string) => Promise<boolean>,
): Promise<string[]> {
  let paths = [''];
  for (const segment of template.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    const values = name === undefined ? [segment] : (known[name] ?? []).slice(0, ENOUGH);
    paths = paths.flatMap((path) => values.map((value) => `${path}/${value}`));
    if (name === undefined) continue;
    const there: string[] = [];
    for (const path of paths) if (!isRead(path) || (await read(path))) there.push(path);
    paths = there;
  }
  return paths;
}

function isRead(path: string): boolean {
  return reads.some((pattern) => pattern.test(path));
}

function said({ status, text }: ApiAnswer, origin: string): string {
  return `${status} ${text.replaceAll(origin, '')}`;
}

function downloadsIn(answers: ReadonlyMap<string, string>): Set<string> {
  const addresses = [...answers.values()].flatMap((text) => [
    ...text.matchAll(/"(?:downloadURL|url)":"(\/(?:files|openapi)\/[^"]+)"/g),
  ]);
  return new Set(addresses.map(([, address = '']) => address));
}

/** The values of route parameters in an export. */
export function knownFrom(tables: Record<string, AnswerFields[]>): ParameterValues {
  const values = (table: string, column = 'id') => [
    ...new Set(tables[table]?.map((row) => String(row[column as keyof AnswerFields]))),
  ];
  return {
    organizationId: values('organization'),
    collectionId: values('collection'),
    emailDomain: ['northwind.example'],
    inviteId: values('invite'),
    fieldName: values('custom_field', 'name'),
    spaceId: values('space'),
    samlProviderId: values('saml_provider'),
    translationSettingsId: values('translation_settings'),
    teamId: values('team'),
    pageId: values('page'),
    fileId: values('file'),
    changeRequestId: values('change_request'),
    commentId: values('comment'),
    commentReplyId: values('reply'),
    specSlug: values('openapi_spec', 'slug'),
    versionId: values('openapi_version'),
    siteId: values('site'),
  };
}
