import { type Contents, ResourceNotFound } from './contents.ts';
import { type SpecificationPart, viewSpecification } from './specification-view.ts';

/** A part of a version to be shown. */
export interface SpecificationJob {
  /** The content of the version as JSON. */
  json: SharedArrayBuffer;
  shown: SpecificationPart;
}

/** Shows a part of a large specification, in a worker thread. `missing` says what it does not have. */
export default async function showSpecification({
  json,
  shown,
}: SpecificationJob): Promise<Contents | { missing: string }> {
  try {
    return await viewSpecification(JSON.parse(Buffer.from(json).toString('utf8')), shown);
  } catch (error) {
    if (error instanceof ResourceNotFound) return { missing: error.message };
    throw error;
  }
}
