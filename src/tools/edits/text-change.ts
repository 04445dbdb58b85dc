import type { PageEdit } from '../workflows/open-change-request/changes.ts';

/** A change of a part of a page's text. */
export interface TextChange extends PageEdit {
  operation: 'replace_text' | 'replace_section' | 'insert_text';
  page: string;
}

export function isTextChange(change: PageEdit): change is TextChange {
  return ['replace_text', 'replace_section', 'insert_text'].includes(change.operation);
}
