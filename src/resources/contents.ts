/** What a resource holds: text, or bytes as base64. */
export type Contents = { mimeType: string } & ({ text: string } | { blob: string });

/** There is nothing at a URI; the message says where to look. */
export class ResourceNotFound extends Error {}

/** What is asked for cannot be given; the message says what to ask for instead. */
export class ResourceRefused extends Error {}
