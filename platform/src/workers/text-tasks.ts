import { blockSources } from '../markdown/blocks.ts';
import { readSubmission } from '../markdown/submission.ts';
import { readFacts } from '../markdown/text-facts.ts';
import { toDocument } from '../markdown/to-document.ts';
import { documentJson } from '../openapi/document.ts';

/** What is found out about texts: pure functions, which run in a thread of their own when the text is large. */
export const TEXT_TASKS = {
  textFacts: readFacts,
  submission: readSubmission,
  /** The document tree of a text, as JSON. */
  documentJson: (markdown: string) => JSON.stringify(toDocument(markdown)),
  openapiJson: documentJson,
  /** Keys and sources of the top-level blocks. */
  blocks: (markdown: string) => blockSources(markdown).map(({ key, source }) => ({ key, source })),
};
