import { operationsOf, type Specification, schemasOf, specificationIn } from '../content/index.ts';
import { operations as api } from '../operations/index.ts';
import { LATEST } from '../uris/index.ts';
import {
  type CandidateSource,
  type CompletionCandidate,
  firstListPage,
  NOTHING,
} from './candidates.ts';

export const specifications: CandidateSource = async ({ organizationId }, reader) =>
  organizationId === undefined
    ? NOTHING
    : firstListPage(reader, api.listOpenapiSpecs, { organizationId }, ({ slug }) => ({
        value: slug,
      }));

/** Versions by date, the newest first. */
export const versions: CandidateSource = async ({ organizationId, specSlug }, reader) => {
  if (organizationId === undefined || specSlug === undefined) return NOTHING;
  const where = { organizationId, specSlug };
  const { items, isComplete } = await firstListPage(
    reader,
    api.listOpenapiVersions,
    where,
    ({ id, createdAt }) => ({ value: id, labels: [createdAt] }),
  );
  const dateOf = ({ labels: [date = ''] = [] }: CompletionCandidate) => date;
  const newestFirst = [...items].sort((a, b) => dateOf(b).localeCompare(dateOf(a)));
  return { items: [{ value: LATEST }, ...newestFirst], isComplete };
};

/** Operations by their operationId, or else as `GET /path`. */
export const operations = partsOf((specification) =>
  operationsOf(specification).map(({ operationId, method, path, summary }) => {
    const line = `${method.toUpperCase()} ${path}`;
    return { value: operationId ?? line, labels: [line, path, summary] };
  }),
);

export const schemas = partsOf((specification) =>
  Object.keys(schemasOf(specification)).map((value) => ({ value })),
);

function partsOf(
  candidates: (specification: Specification) => CompletionCandidate[],
): CandidateSource {
  return async ({ organizationId, specSlug, versionId = LATEST }, reader) => {
    if (organizationId === undefined || specSlug === undefined) return NOTHING;
    const where = { organizationId, specSlug };
    const content =
      versionId === LATEST
        ? reader.send(api.getLatestOpenapiVersionContent, where)
        : reader.send(api.getOpenapiVersionContent, { ...where, versionId });
    const specification = specificationIn(await content);
    return specification ? { items: candidates(specification), isComplete: true } : NOTHING;
  };
}
