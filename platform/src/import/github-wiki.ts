import { baseName } from '@docs-platform-mcp/markdown/repository';
import { unprocessable } from '../errors.ts';
import { readFiles } from '../git/blobs.ts';
import { withCheckout } from '../git/checkout.ts';
import { GitError } from '../git/command.ts';
import { parseRemote } from '../git/remote.ts';
import type { AddressRule } from '../runtime/outbound.ts';
import { inWorker } from '../workers/pool.ts';
import type { LoadSignals, SourceFile, SourceFiles } from './source-file.ts';
import { WIKI_PAGES } from './tasks.ts';

/**
 * The pages of a GitHub wiki, by the address of the wiki or of its repository. Pages in other notations than markdown
 * are not imported.
 */
export async function loadWiki(
  url: string,
  mayAsk: AddressRule,
  { signal, stopping }: LoadSignals,
): Promise<SourceFiles> {
  const files = await readWiki(url, mayAsk, signal);
  const named = files.filter(({ path }) => !/^_/.test(path));
  const failed = named.filter(({ path }) =>
    /\.(textile|rdoc|org|creole|mediawiki|rst|asciidoc|pod)$/i.test(path),
  );
  const loadable = named.filter((file) => !failed.includes(file));
  // Home is the first page of a wiki.
  loadable.sort((left, right) => Number(isHome(right)) - Number(isHome(left)));
  const pages = await inWorker(WIKI_PAGES, loadable, { signal: stopping });
  return { files: pages, failed: failed.length };
}

const isHome = ({ path }: SourceFile) => baseName(path) === 'Home';

async function readWiki(
  url: string,
  mayAsk: AddressRule,
  signal: AbortSignal,
): Promise<SourceFile[]> {
  const at = parseRemote(url.replace(/\/wiki(\/.*)?$/, '.wiki.git'));
  try {
    return await withCheckout(
      { at, rule: { mayAsk }, ref: undefined, signal },
      async (checkout) => {
        if (!checkout.commit) throw unprocessable(`${at.url} has no pages yet`);
        return await readFiles(checkout);
      },
    );
  } catch (error) {
    if (error instanceof GitError) throw unprocessable(`${at.url}: ${error.message}`);
    throw error;
  }
}
