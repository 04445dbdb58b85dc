import { expect } from 'vitest';
import { ORGANIZATION, type TestPlatform } from '../support.ts';

export const LABS = 'orgNorthwindLabs0001';
export const PRODUCT = 'collProductDocs00001';
export const INTERNAL = 'collInternal00000001';
export const OPERATIONS = 'collOperations000001';
export const LEADERSHIP = 'collLeadership000001';

/** Titles of the collections directly in a collection, or at the top level, in order. */
export async function titlesIn({ admin }: TestPlatform, parent?: string): Promise<string[]> {
  const path = `/orgs/${ORGANIZATION}/collections?limit=1000`;
  const { json } = await admin('GET', path);
  const items = json.items as unknown as { title: string; parent?: string }[];
  return items.filter((item) => item.parent === parent).map(({ title }) => title);
}

/** Removes the spaces of the demonstration from its sites. */
export async function deleteSites({ admin }: TestPlatform): Promise<void> {
  const path = `/orgs/${ORGANIZATION}/sites`;
  for (const { id } of (await admin('GET', path)).json.items) {
    expect((await admin('DELETE', `${path}/${id}`)).status).toBe(204);
  }
}

/** The body of a refusal. */
export const error = (code: number, message: string) => ({ error: { code, message } });
