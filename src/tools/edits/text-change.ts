import type { Change } from '../workflows/open-change-request/changes.ts';

/** A change of a part of a page's text. */
export interface TextChange extends Change {
  operation: 'replace_text' | 'replace_section';
  page: string;
}

export function isTextChange(change: Change): change is TextChange {
  return change.operation === 'replace_text' || change.operation === 'replace_section';
}
