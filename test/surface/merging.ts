import { afterAll, beforeAll } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { unfenced } from '../support/untrusted.ts';

export const spaceId = 'spaceDevGuide0000001';
export const RETRIES = 'kmBrcfIkSeuVCGDS9fXr';

export const [modern] = linkedClient('2026');

export interface Conflict {
  page: string;
  line?: number;
  section?: string;
  marked?: string;
  cut?: true;
  setting?: string;
  primary?: string;
  changeRequest?: string;
}

interface Merged {
  result: string;
  pages: { id: string; title: string; change: string; address?: string }[];
  pulledIn?: number;
  conflicts?: Conflict[];
  settle?: string;
}

/** A replacement of a text of the page `RETRIES`. */
export const text = (old: string, replacement: string) => ({
  operation: 'replace_text',
  page: RETRIES,
  old,
  new: replacement,
});

/** A server with all tools, for all tests of a group. */
export class Merging {
  declare connection: McpConnection;

  /** Opens a change request, or adds to one. */
  open(changes: object[], more: object = {}) {
    const args = { spaceId, subject: 'Merges', changes, ...more };
    return this.connection.facts('open_change_request_with_edits', args);
  }

  /** Calls a tool that merges one side of a change request into the other. */
  async merge(tool: string, changeRequestId: unknown): Promise<Merged> {
    return (await this.connection.facts(tool, { spaceId, changeRequestId })) as unknown as Merged;
  }

  /** The lines of each section of a page, by its heading. */
  async sections(pageId: string, place?: object): Promise<Record<string, string[]>> {
    const tool = place ? 'get_change_request_page' : 'get_page';
    const { markdown } = await this.connection.facts(tool, { spaceId, pageId, ...place });
    const all = unfenced(String(markdown))
      .trimEnd()
      .split(/\n(?=## )/);
    return Object.fromEntries(
      all.map((one) => [one.split('\n')[0], one.replace(/\n$/, '').split('\n')]),
    );
  }
}

/** Starts the server on a profile. */
export function mergingOn(profile: string): Merging {
  const merging = new Merging();
  beforeAll(async () => {
    merging.connection = await modern.stdio({ args: ['--profile', profile, '--toolsets', 'all'] });
  });
  afterAll(() => merging.connection.close());
  return merging;
}
