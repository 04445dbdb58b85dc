/** Identifies an export and its format version. */
export const FORMAT = 'docs-platform-export';
export const FORMAT_VERSION = 1;

/** A value of a row. The document contains only text, so bytes are wrapped in an object. */
export type Cell = string | number | null | { base64: string };
