import { z } from 'zod';
import { excessOf } from '../json/index.ts';

const at = {
  /** Page of the upstream list, and the number of its items that were already listed. */
  page: z.string().optional(),
  offset: z.int().min(0).optional(),
};
const ofOrganization = { ...at, organizationId: z.string() };
const ofSpace = { ...at, spaceId: z.string(), title: z.string().optional() };

/** A pending part of the listing: one upstream request. */
const ListTask = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('organizations'), ...at }),
  z.strictObject({ of: z.literal('specifications'), ...ofOrganization }),
  z.strictObject({ of: z.literal('spaces'), ...ofOrganization }),
  z.strictObject({ of: z.literal('collections'), ...ofOrganization }),
  z.strictObject({ of: z.literal('collection-spaces'), ...at, collectionId: z.string() }),
  z.strictObject({ of: z.literal('sites'), ...ofOrganization }),
  z.strictObject({ of: z.literal('site-spaces'), ...ofOrganization, siteId: z.string() }),
  z.strictObject({ of: z.literal('pages'), ...ofSpace }),
  z.strictObject({ of: z.literal('change-requests'), ...ofSpace }),
  z.strictObject({ of: z.literal('files'), ...ofSpace }),
]);

export type ListTask = z.output<typeof ListTask>;

const MAX_TASKS = 5_000;

const Tasks = z.array(ListTask).min(1);

/** The cursor does not come from this listing. */
export class CursorError extends Error {}

/** A cursor contains all pending tasks in order, so no page of the listing depends on those before it. */
export function encodeCursor(tasks: readonly ListTask[]): string {
  return Buffer.from(JSON.stringify(tasks)).toString('base64url');
}

/** @throws {CursorError} for anything that `encodeCursor` did not create. */
export function decodeCursor(cursor: string): ListTask[] {
  const refused = new CursorError(
    'This cursor is not one of resources/list; list again without a cursor.',
  );
  const bytes = Buffer.from(cursor, 'base64url');
  if (excessOf(bytes, 'The cursor')) throw refused;
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    throw refused;
  }
  if (!Array.isArray(value) || value.length > MAX_TASKS) throw refused;
  const { success, data } = Tasks.safeParse(value);
  if (!success) throw refused;
  return data;
}
