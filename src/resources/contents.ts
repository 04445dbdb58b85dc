/** The contents of a resource: text, or bytes as base64. */
export type Contents = { mimeType: string } & ({ text: string } | { blob: string });

/** Nothing exists at the URI; the message says where to look. */
export class ResourceNotFound extends Error {}

/** The resource cannot be read; the message says what to ask for instead. */
export class ResourceRefusal extends Error {}
