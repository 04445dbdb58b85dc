import {
  type ImportTargets,
  keptUrl,
  localPaths,
  MARKDOWN_FILE,
} from '@docs-platform-mcp/markdown/repository';
import { decode } from '../content/encoding.ts';
import { ApiError } from '../errors.ts';
import { referencesIn, replaceReferences } from '../markdown/references.ts';
import { MAX_IMPORTED_LINKS, requireFewLinks, requireShort } from '../markdown/submission.ts';
import { settleFindings } from '../workers/computed.ts';

/** Folder of the texts that several pages include, from the root of the pages. */
const INCLUDES = '.gitbook/includes/';

/** Whether a path is that of a text that pages include. */
export function isIncluded(path: string): boolean {
  return path.startsWith(INCLUDES) && MARKDOWN_FILE.test(path);
}

/**
 * The paths of files that an included text may mean.
 * @throws {ApiError} 422, which names the file, for more text or links than a page may have.
 */
export async function mentionedIn(
  path: string,
  bytes: Uint8Array,
  folder: string,
): Promise<string[]> {
  const text = decode(bytes);
  requireShort([text], path);
  requireFewLinks(text, path, MAX_IMPORTED_LINKS);
  const references = await readable(path, () => referencesIn(text));
  return references.flatMap(({ url }) => localPaths(path, url, folder));
}

/**
 * An included text with its links as those of pages are stored: by id, so that they lead to the same pages and files
 * wherever these move, and from every page that shows them. Undefined if it has none.
 * @throws {ApiError} which names the file, when the text is too expensive to parse.
 */
export async function linkedById(
  path: string,
  bytes: Uint8Array,
  targets: ImportTargets,
): Promise<Uint8Array | undefined> {
  const source = decode(bytes);
  const text = await readable(path, () =>
    replaceReferences(source, ({ url }) => {
      const kept = keptUrl(targets, path, url);
      return kept === url ? undefined : kept;
    }),
  );
  return text === source ? undefined : Buffer.from(text);
}

async function readable<Result>(path: string, read: () => Result): Promise<Result> {
  try {
    return await settleFindings(read);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.status, `${path}: ${error.message}`, error.headers);
  }
}
