/** The changes of one page. */
export interface PageWrite {
  page: { id: string; title: string; description?: string };
  /** Its text before and after; absent if the text is unchanged. */
  before?: string;
  after?: string;
  /** Lines of `after` whose links become plain text, as the caller allowed. */
  plainLines?: readonly number[];
  /** The new title and description, if they change. */
  fields: { title?: string; description?: string };
}
