import { z } from 'zod';
import type { Changed, Specification, Version } from '../../content/index.ts';
import { specificationOf, versionIn, versionsOf } from '../../content/index.ts';
import { operations } from '../../operations/index.ts';
import { OrganizationId, SpaceId, SpecSlug } from '../../operations/params.ts';
import { asGiven } from '../../text/as-given.ts';
import { fencedInline } from '../../text/index.ts';
import { Refusal } from '../refusal.ts';
import { MENTION_READS, pagesMentioning } from './openapi/pages-mentioning.ts';
import { type Steps, workflow } from './workflow.ts';

const MAX_FIELDS = 300;
const MAX_USERS = 5;

interface ComparedVersion {
  version: Version;
  specification: Specification;
}

/** Compares two versions of a specification, for the people who maintain its documentation. */
export const compareOpenApiVersions = workflow({
  name: 'compare_openapi_versions',
  title: 'Compare OpenAPI versions',
  summary:
    'Compare two versions of an OpenAPI specification, by default the last two, field by field, breaking or not; with `spaceId` also the pages that mention the change.',
  tasks: [
    'what changed between two versions of the api',
    'breaking changes in the new openapi version',
    'diff of two api specifications',
    'compare the api with its last version',
    'changelog of the api',
    'which endpoints are new or removed',
    'which pages speak of what changed in the api',
    'differences between two versions of our api',
    'did the new specification break anything for clients',
    'what is new in the api',
    'diff of swagger files',
  ],
  toolset: 'openapi',
  excerpts: ['text'],
  effect: 'read',
  calls: [operations.listOpenapiVersions, operations.getOpenapiVersionContent],
  mayCall: [...MENTION_READS, operations.getOpenapiSpec],
  input: {
    organizationId: OrganizationId,
    specSlug: SpecSlug,
    from: z.string().min(1).optional().describe('version id or info.version'),
    to: z.string().min(1).optional().describe('version id or info.version'),
    spaceId: SpaceId.optional(),
  },
  output: z.looseObject({
    breaking: z.number(),
    operations: z.array(z.looseObject({ name: z.string(), change: z.string() })),
    schemas: z.array(z.looseObject({ name: z.string(), change: z.string() })),
  }),
  async work({ from, to, spaceId, ...spec }, steps) {
    const versions = await versionsOf(spec, steps.caller);
    const isComing = to === undefined && (await isProcessing(spec, steps));
    if (isComing && versions.length < 2) throw new Refusal(STILL_PROCESSING);
    const after = await resolveVersion(spec, to, versions, versions[0], steps);
    const earlier = versions[versions.findIndex(({ id }) => id === after.version.id) + 1];
    const before = await resolveVersion(spec, from, versions, earlier, steps);
    const { compareSpecifications } = await import('../../content/openapi-changes/index.ts');
    const changes = await compareSpecifications(before.specification, after.specification);
    const specifications = [before.specification, after.specification];
    const all = [...changes.operations, ...changes.schemas];
    const shown = limitFields(changes.operations, changes.schemas);
    const { document } = changes;
    return {
      from: versionSummary(before),
      to: versionSummary(after),
      versions: versions.length,
      ...(isComing && { note: NEWER_PROCESSING }),
      breaking: [...all, ...document].filter(({ breaking }) => breaking).length,
      ...(document.length > 0 && { document: document.slice(0, MAX_FIELDS) }),
      ...shown,
      ...(spaceId !== undefined &&
        (await pagesMentioning(spaceId, all, { specifications, document }, steps))),
    };
  },
});

const PROCESSING = ['pending', 'progress'];

/** Whether the platform still reads a new version, which it does not list until then. */
async function isProcessing(
  spec: { organizationId: string; specSlug: string },
  steps: Steps,
): Promise<boolean> {
  if (steps.caller.isExcluded?.(operations.getOpenapiSpec.tool)) return false;
  const { processingState } = await steps.send(operations.getOpenapiSpec, spec);
  return PROCESSING.includes(processingState);
}

const STILL_PROCESSING =
  'A new version is still being processed, and there is no other to compare it with yet: wait some seconds and call again. get_openapi_spec shows its processingState.';

const NEWER_PROCESSING =
  'A newer version is still being processed and is not compared: call again in some seconds.';

function versionSummary({ version, specification }: ComparedVersion) {
  return { id: version.id, version: versionIn(specification), createdAt: version.createdAt };
}

const LATEST = ['latest', 'newest', 'current', 'last', 'head'];
const PREVIOUS = ['previous', 'prior', 'last but one'];

/** The version with this id or version number, or the default one if none is named. */
async function resolveVersion(
  spec: { organizationId: string; specSlug: string },
  name: string | undefined,
  versions: readonly Version[],
  otherwise: Version | undefined,
  steps: Steps,
): Promise<ComparedVersion> {
  const read = async (version: Version): Promise<ComparedVersion> => {
    const specification = await specificationOf(spec, version, steps.caller);
    if (specification) return { version, specification };
    throw new Refusal(`Version ${version.id} has no OpenAPI document that can be read.`);
  };
  const named =
    name === undefined || PREVIOUS.includes(name.toLowerCase())
      ? otherwise
      : (versions.find(({ id }) => id === name) ??
        (LATEST.includes(name.toLowerCase()) ? versions[0] : undefined));
  if (named) return read(named);
  if (name === undefined || PREVIOUS.includes(name.toLowerCase())) {
    throw new Refusal(nothingToCompare(versions));
  }
  const known: string[] = [];
  for (const version of versions) {
    const found = await read(version);
    const number = versionIn(found.specification);
    if (number === name || `v${number}` === name) return found;
    known.push(`${number} (${version.id})`);
  }
  if (known.length === 0) throw new Refusal(nothingToCompare([]));
  throw new Refusal(
    `from or to: there is no version ${asGiven(name)}. There are: ${fencedInline(known.join(', '), 'versions')}.`,
  );
}

function nothingToCompare([only, another]: readonly Version[]): string {
  if (!only) return 'The specification has no version yet, so there is nothing to compare.';
  return another
    ? `The earliest version, ${only.id}, has none before it to compare with: name from and to.`
    : `The specification has only one version, ${only.id} of ${only.createdAt}, so there is nothing to compare. get_latest_openapi_version_content reads it.`;
}

/** The first fields, up to the limit of an answer, those of operations first, and the number of the others. */
function limitFields(operations: readonly Changed[], schemas: readonly Changed[]) {
  let left = MAX_FIELDS;
  let leftOut = 0;
  const short = ({ fields, usedBy, ...changed }: Changed) => {
    const shown = fields?.slice(0, left);
    left -= shown?.length ?? 0;
    leftOut += (fields?.length ?? 0) - (shown?.length ?? 0);
    const more = (usedBy?.length ?? 0) - MAX_USERS;
    return {
      ...changed,
      ...(shown && { fields: shown }),
      ...(usedBy && {
        usedBy: [...usedBy.slice(0, MAX_USERS), ...(more > 0 ? [`${more} more`] : [])],
      }),
    };
  };
  const shown = { operations: operations.map(short), schemas: schemas.map(short) };
  return leftOut > 0 ? { ...shown, fieldsLeftOut: leftOut } : shown;
}
