import { isObject } from '../json/index.ts';
import { type ArgumentsOf, type Caller, list, operations, send } from '../operations/index.ts';
import { type Specification, specificationIn } from './specification.ts';

/** A version of a specification, as the platform lists it. */
export interface Version {
  id: string;
  createdAt?: string;
}

type SpecificationRef = ArgumentsOf<typeof operations.listOpenapiVersions>;

const MAX_VERSIONS = 500;

/** The versions of a specification, the newest first. */
export async function versionsOf(spec: SpecificationRef, caller: Caller): Promise<Version[]> {
  const versions = await list(operations.listOpenapiVersions, spec, caller, MAX_VERSIONS);
  return versions.sort((one, other) => (other.createdAt ?? '').localeCompare(one.createdAt ?? ''));
}

/** The document of a version; undefined if the platform has no valid one. */
export async function specificationOf(
  spec: SpecificationRef,
  { id }: Version,
  caller: Caller,
): Promise<Specification | undefined> {
  const args = { ...spec, versionId: id };
  return specificationIn(await send(operations.getOpenapiVersionContent, args, caller));
}

/** What a document states about itself. */
export interface StatedInfo {
  title?: string;
  version?: string;
}

/** The title and the version that a document states; undefined without a document. */
export function statedIn(specification: Specification | undefined): StatedInfo | undefined {
  if (specification === undefined) return undefined;
  const { title, version } = isObject(specification.info) ? specification.info : {};
  return {
    ...(typeof title === 'string' && { title }),
    // YAML without quotation marks makes `1.0` a number.
    ...((typeof version === 'string' || typeof version === 'number') && {
      version: String(version),
    }),
  };
}

/** The version that a document states. */
export function versionIn(specification: Specification | undefined): string | undefined {
  return statedIn(specification)?.version;
}
