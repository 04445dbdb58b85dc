/** The published descriptions of the API that were read, oldest first: versions of `@gitbook/api`. */
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
  /** What today's service offers in its place, where it is gone: a sentence that names the tool. */
  readonly successor?: string;
  /** Only this service has it. Absent: both have, unless `until` ends it for the current one. */
  readonly service?: 'current';
}

/**
 * The two services that this server knows: the one of the contract, an older snapshot, and today's.
 */
export type Service = 'contract' | 'current';

/** Whether a service has an operation of this lifetime. */
export function offeredBy({ until, service: only }: Lifetime, service: Service): boolean {
  return service === 'contract' ? only === undefined : until === undefined;
}
