import { percentDecoded } from '@docs-platform-mcp/markdown';
import { PlatformError } from '../../../client/index.ts';
import { type ContentFile, type ContentLocation, filesOf } from '../../../content/index.ts';
import type { Steps } from '../workflow.ts';
import { type LinkedText, linksIn } from './page-links.ts';

const MAX_TEXT_BYTES = 1024 * 1024;

/** An included file whose text could not be read. */
export interface UnreadFile {
  id: string;
  title: string;
  reason: string;
}

/** The files of a space or change request, requested on first use. */
export class LinkedFiles {
  /** The included files that could not be read so far. */
  readonly unread = new Map<string, UnreadFile>();
  readonly #location: ContentLocation;
  readonly #steps: Steps;
  readonly #texts = new Map<string, Promise<{ name: string; text: LinkedText } | undefined>>();
  #files: Promise<Map<string, ContentFile>> | undefined;
  #names: ReadonlySet<string> | undefined;

  constructor(location: ContentLocation, steps: Steps) {
    this.#location = location;
    this.#steps = steps;
  }

  async has(id: string): Promise<boolean> {
    return (await this.#all()).has(id);
  }

  /**
   * Whether a file with this name exists, for links by path, because the platform does not return the folder of a file.
   */
  async hasNamed(name: string): Promise<boolean> {
    const files = await this.#all();
    this.#names ??= new Set([...files.values()].map((file) => file.name));
    return this.#names.has(name) || this.#names.has(percentDecoded(name));
  }

  /** The text of an included file; undefined if it cannot be read. */
  textOf(id: string): Promise<{ name: string; text: LinkedText } | undefined> {
    const known = this.#texts.get(id) ?? this.#readText(id);
    this.#texts.set(id, known);
    return known;
  }

  async #readText(id: string) {
    const { name = '', downloadURL: url } = (await this.#all()).get(id) ?? {};
    if (url === undefined) return undefined;
    const { client } = this.#steps.caller;
    try {
      const { bytes } = await client.download(
        { url, maxBytes: MAX_TEXT_BYTES },
        this.#steps.caller,
      );
      return { name, text: await linksIn(bytes.toString('utf8'), this.#steps.caller) };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind === 'cancelled') throw error;
      this.unread.set(id, { id, title: name, reason: error.platformMessage ?? error.message });
      return undefined;
    }
  }

  #all(): Promise<Map<string, ContentFile>> {
    this.#files ??= filesOf(this.#location, this.#steps.caller).then(
      (files) => new Map(files.map((file) => [file.id, file])),
    );
    return this.#files;
  }
}
