import type { Change } from '../workflows/open-change-request/changes.ts';

/** A change of a part of a page's text. */
export interface TextChange extends Change {
  operation: 'replace_text' | 'replace_section' | 'insert_text';
  page: string;
}

export function isTextChange(change: Change): change is TextChange {
  return ['replace_text', 'replace_section', 'insert_text'].includes(change.operation);
}
