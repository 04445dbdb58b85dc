import type { ImportTargets } from '@docs-platform-mcp/markdown/repository';
import { requireContent, saveBlob } from '../content/blobs.ts';
import { isIncluded, linkedById } from '../import/included-text.ts';
import { turns } from '../runtime/turns.ts';
import type { Database } from '../store/database.ts';
import type { Asset } from './import-assets.ts';

/** The files with the links of included texts by id. */
export async function withIncludedLinks(
  db: Database,
  assets: ReadonlyMap<string, Asset>,
  targets: ImportTargets,
): Promise<Map<string, Asset>> {
  const stored = new Map(assets);
  const pause = turns();
  for (const [path, asset] of assets) {
    const { file } = asset;
    if (!file || !isIncluded(path)) continue;
    await pause();
    const source = requireContent(db, file.blob, path);
    const bytes = await linkedById(path, source, targets);
    if (!bytes) continue;
    const blob = saveBlob(db, bytes, file.contentType);
    const size = bytes.byteLength;
    stored.set(path, { ...asset, file: { ...file, blob, size }, source: file.blob });
  }
  return stored;
}
