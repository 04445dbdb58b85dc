/** The versions of `@gitbook/api` whose published descriptions were read, oldest first. */
export const API_VERSIONS = [
  '0.91.0',
  '0.130.0',
  '0.137.0',
  '0.143.2',
  '0.146.0',
  '0.167.0',
  '0.181.0',
  '0.201.0',
  '0.202.0',
] as const;

export type ApiVersion = (typeof API_VERSIONS)[number];

/** Which versions of the API have an operation. */
export interface Lifetime {
  /** The first published version that has it; absent: the oldest. */
  readonly since?: ApiVersion;
  /** The last published version that has it; absent: the newest. */
  readonly until?: ApiVersion;
  /** What the current service offers instead, if it no longer has the operation: a sentence that names the tool. */
  readonly successor?: string;
  /** What the legacy service offers instead, if it has nothing of the kind: a sentence that names the tool. */
  readonly predecessor?: string;
  /** Only this service has it. Absent: both have, unless `until` ends it for the current one. */
  readonly service?: 'current';
}

/** The two services that this server knows: the legacy one, which the contract describes, and the current one. */
export type Service = 'contract' | 'current';

/** Whether a service has an operation with this lifetime. */
export function offeredBy({ until, service: only }: Lifetime, service: Service): boolean {
  return service === 'contract' ? only === undefined : until === undefined;
}

/** Imports into content, which import runs replaced. */
export const IMPORT_ENDED = {
  until: '0.143.2',
  successor: 'start_import brings content in.',
} as const satisfies Lifetime;

/** Links of pages, as the service listed them. */
export const LINKS_ENDED = {
  until: '0.181.0',
  successor: 'audit_links finds the links of pages from their text.',
} as const satisfies Lifetime;

/** The places where a file is used, as the service listed them. */
export const FILE_LINKS_ENDED = {
  ...LINKS_ENDED,
  successor: 'find_in_pages with the name of the file finds the pages that show it.',
} as const satisfies Lifetime;

/** Adding a section to a group, and removing it. */
export const MEMBERSHIP_ENDED = {
  until: '0.167.0',
  successor: 'update_site_section sets the group of a section.',
} as const satisfies Lifetime;
