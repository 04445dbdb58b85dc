import { type MergedText, mergeTexts } from '@docs-platform-mcp/markdown/repository';
import { textTask } from '../workers/task.ts';

export interface TextVersions {
  base: string;
  theirs: string;
  ours: string;
  /** The author of our side. */
  label: string;
}

/** Three-way merge of a text of a change request and of the primary content. */
export function mergeText({ base, theirs, ours, label }: TextVersions): MergedText {
  return mergeTexts({
    base,
    first: { text: theirs, label: 'primary content' },
    second: { text: ours, label },
  });
}

/** `mergeText` with both sides as JSON. */
export const MERGE_TEXT = textTask('mergeText', (sides) =>
  mergeText(JSON.parse(sides) as TextVersions),
);
