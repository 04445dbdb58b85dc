import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PlatformError } from '../client/index.ts';
import { adaptively, specificationOf, type Version, versionIn } from '../content/index.ts';
import { type Arguments, type list, operations, send } from '../operations/index.ts';
import type { CallContext } from './tool.ts';

/** Maximum number of versions whose documents are read; each costs a request the first time. */
const MAX_READ = 10;
const MAX_KEPT = 1000;

/** The version that each document states, which never changes, by token. */
const kept = new WeakMap<CallContext['client'], LRUCache<string, string>>();

type SpecificationRef = Parameters<typeof list<typeof operations.listOpenapiVersions>>[1];

/** Lists versions as the platform does, and adds to the first ones the version number that their documents state. */
export async function sendWithNumbers(
  _: unknown,
  args: Arguments,
  context: CallContext,
): Promise<unknown> {
  const place = args as SpecificationRef;
  const answer = await send(operations.listOpenapiVersions, place, context);
  if (context.isExcluded?.(operations.getOpenapiVersionContent.tool)) return answer;
  const numbers = await numbersOf(place, answer.items.slice(0, MAX_READ), context);
  const items = answer.items.map((version) => {
    const number = numbers.get(version.id);
    return number === undefined ? version : { ...version, version: number };
  });
  return { ...answer, items };
}

async function numbersOf(
  place: SpecificationRef,
  versions: readonly Version[],
  context: CallContext,
) {
  const known = kept.get(context.client) ?? new LRUCache<string, string>({ max: MAX_KEPT });
  kept.set(context.client, known);
  const token = createHash('sha256').update(context.token).digest('base64');
  const numbers = new Map<string, string>();
  await adaptively(versions, context, async (version, caller) => {
    const key = `${token} ${version.id}`;
    const number = known.get(key) ?? (await numberOf(place, version, caller));
    if (number === undefined) return;
    known.set(key, number);
    numbers.set(version.id, number);
  });
  return numbers;
}

/** A version whose document cannot be read is listed without its number. */
async function numberOf(place: SpecificationRef, version: Version, caller: CallContext) {
  const { organizationId, specSlug } = place;
  try {
    return versionIn(await specificationOf({ organizationId, specSlug }, version, caller));
  } catch (error) {
    const { status } = error instanceof PlatformError ? error : {};
    if (status === undefined || status === 401 || status === 429) throw error;
    return undefined;
  }
}
