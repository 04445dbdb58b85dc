/** Marks an export; the number is that of the form of the document. */
export const FORMAT = 'docs-platform-export';
export const FORMAT_VERSION = 1;

/** A value of a row in a document that has only text: bytes are in an object of their own. */
export type Cell = string | number | null | { base64: string };
