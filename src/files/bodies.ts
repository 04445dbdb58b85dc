import { mayDiffer } from './changes.ts';
import type { Remote, SpaceApi } from './remote.ts';
import type { CommonBase, PageRecord } from './state.ts';
import type { Store } from './store.ts';
import { Locations } from './text.ts';

/** Reports progress. */
export type OnDone = (done: number, total: number) => void;

/** The platform's texts, with links by id. Known texts are not requested again. */
export class Bodies {
  readonly #platform: SpaceApi;
  readonly #remote: Remote;
  readonly #store: Store;
  readonly #records: ReadonlyMap<string, PageRecord>;
  readonly #locations: Locations;
  readonly #fetched = new Map<string, string>();

  constructor(platform: SpaceApi, remote: Remote, side: CommonBase, store: Store) {
    this.#platform = platform;
    this.#remote = remote;
    this.#store = store;
    this.#records = new Map(side.pages.map((page) => [page.id, page]));
    this.#locations = new Locations(remote.pages);
  }

  /** Requests the texts of these pages that may have changed. */
  async fetch(ids: ReadonlySet<string>, onDone?: OnDone): Promise<void> {
    const missing = this.#remote.pages.filter((page) => {
      if (!ids.has(page.id) || page.type !== 'document' || this.#fetched.has(page.id)) return false;
      const record = this.#records.get(page.id);
      return !record || mayDiffer(record, page);
    });
    let done = 0;
    await Promise.all(
      missing.map(async (page) => {
        const { id } = page;
        const before = await this.former(id);
        const markdown = await this.#platform.text(this.#remote.location, page, before);
        this.#fetched.set(id, this.#locations.body(id, markdown));
        done += 1;
        onDone?.(done, missing.length);
      }),
    );
  }

  /** The text of a page that was requested. */
  async get(id: string): Promise<string> {
    return this.#fetched.get(id) ?? this.former(id);
  }

  /** The text of a page in the common base of both sides. */
  async former(id: string): Promise<string> {
    const text = this.#records.get(id)?.text;
    return text === undefined ? '' : this.#store.text(text);
  }
}
