import { type AddressRule, type Bytes, fetchUrl } from '../../runtime/outbound.ts';
import type { ContentChange } from './changes.ts';

/** Fetches every file that changes give by URL; 422 if one cannot be fetched or its address is not allowed. */
export async function fetchFiles(
  changes: readonly ContentChange[],
  mayAsk: AddressRule,
): Promise<Map<string, Bytes>> {
  const urls = changes.flatMap((change) =>
    change.operation === 'insert_files' ? change.files.flatMap(({ url }) => url ?? []) : [],
  );
  const fetched = new Map<string, Bytes>();
  for (const url of new Set(urls)) fetched.set(url, await fetchUrl(url, mayAsk));
  return fetched;
}
