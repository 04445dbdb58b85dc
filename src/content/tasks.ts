import { sanitizeLines } from '../text/index.ts';
import { hunks } from './difference.ts';

/** Two versions of a text; an empty one does not exist. */
export interface TextVersions {
  before: string;
  after: string;
}

const CONTEXT_LINES = 2;

/** The hunks of a unified diff of the texts as readers see them. A worker thread runs this for long ones. */
export default function visibleHunks({ before, after }: TextVersions): string {
  return hunks(shown(before), shown(after), CONTEXT_LINES);
}

/** Markdown gives no meaning to line breaks at the end. */
function shown(markdown: string): string {
  return markdown === '' ? '' : `${sanitizeLines(markdown).trimEnd()}\n`;
}
