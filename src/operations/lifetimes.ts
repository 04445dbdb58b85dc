import type { Lifetime } from './api-versions.ts';

/** Imports into content, which import runs replaced. */
export const IMPORT_ENDED = {
  until: '0.143.2',
  successor: 'start_import brings content in.',
} as const satisfies Lifetime;

/** Links of pages and of files, as the service listed them. */
export const LINKS_ENDED = {
  until: '0.181.0',
  successor: 'audit_links finds the links of pages from their text.',
} as const satisfies Lifetime;

/** Adding a section to a group, and removing it. */
export const MEMBERSHIP_ENDED = {
  until: '0.167.0',
  successor: 'update_site_section sets the group of a section.',
} as const satisfies Lifetime;
