import { type ImportTargets, keptUrl } from '@docs-platform-mcp/markdown/repository';
import { readBlob, saveBlob } from '../content/blobs.ts';
import { decode } from '../import/encoding.ts';
import { replaceReferences } from '../markdown/references.ts';
import { turns } from '../runtime/turns.ts';
import type { Database } from '../store/database.ts';
import { settleFindings } from '../workers/computed.ts';
import type { Asset } from './import-assets.ts';
import { isIncluded } from './project.ts';

/**
 * The files with the links of included texts as those of pages are stored: by id, so that they lead to the same pages
 * and files wherever these move, and from every page that shows them.
 */
export async function withIncludedLinks(
  db: Database,
  assets: ReadonlyMap<string, Asset>,
  targets: ImportTargets,
): Promise<Map<string, Asset>> {
  const stored = new Map(assets);
  const pause = turns();
  for (const [path, asset] of assets) {
    const { file } = asset;
    if (!file?.contentType.startsWith('text/') || !isIncluded(path)) continue;
    await pause();
    const source = decode(readBlob(db, file.blob)?.bytes ?? new Uint8Array());
    const text = await settleFindings(() =>
      replaceReferences(source, ({ url }) => {
        const kept = keptUrl(targets, path, url);
        return kept === url ? undefined : kept;
      }),
    );
    if (text === source) continue;
    const bytes = Buffer.from(text);
    const blob = saveBlob(db, bytes, file.contentType);
    stored.set(path, {
      ...asset,
      file: { ...file, blob, size: bytes.byteLength },
      source: file.blob,
    });
  }
  return stored;
}
