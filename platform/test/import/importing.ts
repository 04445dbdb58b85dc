import { afterAll, afterEach, beforeAll } from 'vitest';
import { type LocalServer, serve } from '../local-server.ts';
import {
  type ApiAnswer,
  HANDBOOK,
  pageIds,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

export const SPACE = `/spaces/${HANDBOOK}`;
export const MIB = 1024 * 1024;

/** A platform that may fetch from this machine, and a website to fetch from. */
export class Importing {
  declare platform: TestPlatform;
  web: LocalServer | undefined;

  /** Serves contents by path; returns the address of the server. */
  async contents(paths: Record<string, string | Uint8Array>): Promise<string> {
    this.web = await serve(({ url = '' }, response) => {
      const content = paths[url];
      if (content === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(content);
    });
    return this.web.url;
  }

  async changeRequest(): Promise<string> {
    const { json } = await this.platform.editor('POST', `${SPACE}/change-requests`);
    return `${SPACE}/change-requests/${json.id}`;
  }

  /** Imports into a new change request; returns its path and the answer. */
  async into(source: string, url: string): Promise<{ path: string; answer: ApiAnswer }> {
    const path = await this.changeRequest();
    const body = { source, url };
    return { path, answer: await this.platform.editor('POST', `${path}/content/import`, body) };
  }

  async markdownAt(content: string, page: string): Promise<string> {
    const id = (await pageIds(this.platform.editor, content)).get(page);
    const address = `${content}/content/page/${id}?format=markdown`;
    return (await this.platform.editor('GET', address)).json.markdown;
  }

  /** The paths of the pages that a change request adds. */
  async added(content: string): Promise<string[]> {
    const before = await pageIds(this.platform.editor, SPACE);
    const after = await pageIds(this.platform.editor, content);
    return [...after.keys()].filter((path) => !before.has(path));
  }
}

/** Starts the platform for all tests of a file, and stops the website after each. */
export function importing(): Importing {
  const given = new Importing();
  beforeAll(async () => {
    given.platform = await startTestPlatform({ allowPrivateAddresses: true });
  });
  afterEach(() => given.web?.close());
  afterAll(() => given.platform.close());
  return given;
}

/** How many resources an import brought, and how many it found. */
export function counts(answer: ApiAnswer): [imported: number, total: number] {
  const { importedResources, totalResources } = JSON.parse(answer.text);
  return [importedResources, totalResources];
}
