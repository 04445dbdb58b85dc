import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PlatformError } from '../../client/index.ts';
import { mapAdaptively, type StatedInfo, specificationOf, statedIn } from '../../content/index.ts';
import { type Arguments, type list, operations, send } from '../../operations/index.ts';
import type { CallContext } from '../tool.ts';

/** Maximum number of versions whose documents are read; each costs a request the first time. */
const MAX_READ = 10;
const MAX_KEPT = 1000;

/** What each document states about itself, which never changes, by token. */
const kept = new WeakMap<CallContext['client'], LRUCache<string, StatedInfo>>();

type SpecificationRef = Parameters<typeof list<typeof operations.listOpenapiVersions>>[1];

/** A version of a specification. */
interface VersionRef extends SpecificationRef {
  id: string;
}

/** Lists versions as the platform does, and adds to the first ones the version number that their documents state. */
export async function listVersionsWithNumbers(
  _: unknown,
  args: Arguments,
  context: CallContext,
): Promise<unknown> {
  const place = args as SpecificationRef;
  const answer = await send(operations.listOpenapiVersions, place, context);
  return { ...answer, items: await addVersionNumbers(place, answer.items, context) };
}

/** Versions with the numbers that their documents state, as far as they can be read. */
export async function addVersionNumbers<T extends { id: string }>(
  { organizationId, specSlug }: SpecificationRef,
  versions: readonly T[],
  context: CallContext,
): Promise<(T & { version?: string })[]> {
  const refs = versions.map(({ id }) => ({ organizationId, specSlug, id }));
  const infos = await statedInfos(refs, context);
  return versions.map((item) => {
    const version = infos.get(item.id)?.version;
    return version === undefined ? item : { ...item, version };
  });
}

/** Lists specifications as the platform does, and adds title and version of the latest document to the first ones. */
export async function listSpecsWithTitles(
  _: unknown,
  args: Arguments,
  context: CallContext,
): Promise<unknown> {
  const { organizationId } = args as SpecificationRef;
  const answer = await send(operations.listOpenapiSpecs, args as SpecificationRef, context);
  return { ...answer, items: await addTitles(organizationId, answer.items, context) };
}

/** Specifications with title and version of their latest documents, as far as they can be read. */
export async function addTitles<T extends { slug: string; lastVersion?: string }>(
  organizationId: string,
  specs: readonly T[],
  context: CallContext,
): Promise<(T & StatedInfo)[]> {
  const refs = specs.flatMap(({ slug, lastVersion: id }) =>
    id === undefined ? [] : [{ organizationId, specSlug: slug, id }],
  );
  const infos = await statedInfos(refs, context);
  return specs.map((spec) => ({ ...spec, ...infos.get(spec.lastVersion ?? '') }));
}

async function statedInfos(
  versions: readonly VersionRef[],
  context: CallContext,
): Promise<Map<string, StatedInfo>> {
  const infos = new Map<string, StatedInfo>();
  if (context.isExcluded?.(operations.getOpenapiVersionContent.tool)) return infos;
  const known = kept.get(context.client) ?? new LRUCache<string, StatedInfo>({ max: MAX_KEPT });
  kept.set(context.client, known);
  const token = createHash('sha256').update(context.token).digest('base64');
  await mapAdaptively(versions.slice(0, MAX_READ), context, async (version, caller) => {
    const key = `${token} ${version.id}`;
    const info = known.get(key) ?? (await statedInfo(version, caller));
    if (info === undefined) return;
    known.set(key, info);
    infos.set(version.id, info);
  });
  return infos;
}

/** If its document cannot be read, a version is listed without these fields. */
async function statedInfo({ id, organizationId, specSlug }: VersionRef, caller: CallContext) {
  try {
    return statedIn(await specificationOf({ organizationId, specSlug }, { id }, caller));
  } catch (error) {
    const { status } = error instanceof PlatformError ? error : {};
    if (status === undefined || status === 401 || status === 429) throw error;
    return undefined;
  }
}
