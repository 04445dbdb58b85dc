import { stripInvisible } from '../text/index.ts';
import { type Contents, ResourceNotFound } from './contents.ts';
import { type SpecificationPart, viewSpecification } from './specification-view.ts';

/** A part of a version to be shown. */
interface SpecificationJob {
  /** The content of the version as JSON. */
  json: SharedArrayBuffer;
  shown: SpecificationPart;
}

/** A text to be shown without invisible characters. */
interface TextJob {
  mimeType: string;
  text: string;
}

export type ResourceJob = SpecificationJob | TextJob;

/** `missing` says what a specification does not have. */
export type ResourceOutcome = Contents | { missing: string };

/** Shows a large document, in a worker thread. */
export default async function showDocument(job: ResourceJob): Promise<ResourceOutcome> {
  if ('text' in job) return { mimeType: job.mimeType, text: stripInvisible(job.text) };
  try {
    const content = JSON.parse(Buffer.from(job.json).toString('utf8'));
    return await viewSpecification(content, job.shown);
  } catch (error) {
    if (error instanceof ResourceNotFound) return { missing: error.message };
    throw error;
  }
}
