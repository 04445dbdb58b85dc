import { encodeJson, task, textTask } from '../workers/task.ts';
import { blockSources } from './blocks.ts';
import type { PageInput, ParsedPage } from './read-page.ts';
import { readSubmission } from './submission.ts';
import { readFacts } from './text-facts.ts';
import { toDocument } from './to-document.ts';
import { valuedText } from './values.ts';

/** The links and sections of a text. */
export const TEXT_FACTS = textTask('textFacts', readFacts, () => true);

/** Frontmatter, title and text of a submitted page. */
export const SUBMISSION = textTask('submission', readSubmission);

/** A text with the values of variables, for `valuedInput`. */
export const VALUED = textTask('valued', valuedText);

/** The document tree of a text, as JSON in UTF-8. */
export const DOCUMENT_JSON = textTask('documentJson', (markdown) =>
  encodeJson(toDocument(markdown)),
);

/** Keys and sources of the top-level blocks. */
export const BLOCKS = textTask('blocks', (markdown) =>
  blockSources(markdown).map(({ key, source }) => ({ key, source })),
);

/** The parsed file of a page, with the links and sections of its text. */
export const READ_PAGE = task<PageInput, ParsedPage>('readPage');
